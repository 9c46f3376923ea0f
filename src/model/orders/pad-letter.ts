/** What a letter has around its order. Only lines without digits, but for addresses of people. */
const OPENING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen)|liebe|sehr geehrte|bonjour|hola|buenos|ciao|to whom)\b/iu;
const CLOSING =
  /^(?:(?:many |with )?(?:best|kind|warm) (?:regards|wishes)|best|regards|cheers|sincerely|yours\b.*|mit freundlichen.*|(?:viele |liebe )?grü(?:ß|ss)e.*|cordialement|saludos.*|br|kr|mfg|sent from my .*)\s*[,.!]*$/iu;
const THANKS = /^(?:many thanks|thanks|thank you|thx|ta|danke|vielen dank|merci|gracias|cheers)\b/iu;
const ASKING =
  /^(?:please|pls|kindly|could you|can you|could we|can we|would you|i need|i would like|i'd like|we need|we would like|we'd like|we want|here is|here's|here are|below|this is|see below|as discussed|as per|following|the following|my order|our order|order for|wir brauchen|bitte|voici|necesitamos)\b/iu;
const ABOUT =
  /\b(?:following|below|order|quote|offer|price|prices|list|deliver|delivery|stock|availability|asap|attached|items|tools|bestell\w*|commande|pedido)\b/iu;
const HEADER =
  /^(?:from|to|cc|bcc|subject|date|sent|re|fwd?|von|an|betreff|datum|tel|telephone|phone|fax|mobile|cell|e-?mail|www|https?|po|p\.o\.|purchase order|customer|account|ship to|bill to|delivery date|attn)\s*(?:[:#.]|no\b)/iu;
const MAIL_OR_SITE = /\S@\S+\.\S|\bhttps?:\/\/|\bwww\./iu;

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

export const isClosing = (text: string): boolean => CLOSING.test(text);

/** Whether a line is of the letter around an order: a greeting, a header, a question without any tool in it. */
export function isLetter(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || HEADER.test(text) || MAIL_OR_SITE.test(text) || isClosing(text)) return true;
  if (hasDigit(text)) return false;
  if (OPENING.test(text) || THANKS.test(text) || text.endsWith(':')) return true;
  return ASKING.test(text) && ABOUT.test(text);
}
