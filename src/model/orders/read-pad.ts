import { cellsOf, fits, type PadTable, statedSign, tableOf } from './pad-columns.ts';
import { MAX_PAD_LINES, type PadLine, type PadParts } from './pad-line.ts';
import { readPadLine, readPadRow } from './read-pad-line.ts';

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const DIGIT = /\p{N}/u;

/** The lines of a text that are not empty, 500 at most; greetings and what else is around an order are left out. */
export function readPad(text: string): PadLine[] {
  const lines: PadLine[] = [];
  const seen = new Map<string, number>();
  let table: PadTable | undefined;
  let sign: string | undefined;
  let isSigned = false;
  for (const { no, typed } of typedLines(text).slice(0, MAX_PAD_LINES)) {
    const trimmed = typed.trim();
    const stated = statedSign(typed);
    if (stated) {
      sign = stated;
      continue;
    }
    isSigned = isClosing(trimmed) || (isSigned && !DIGIT.test(trimmed));
    const head = tableOf(typed, sign);
    if (head) table = head;
    else if (isSigned || isLetter(trimmed)) continue;
    const nth = (seen.get(trimmed) ?? 0) + 1;
    seen.set(trimmed, nth);
    const parts = head ? HEAD : readParts(typed, table, sign);
    lines.push({ no, text: trimmed, key: `${nth} ${trimmed}`, ...parts });
  }
  return lines;
}

/** Those after the first 500, as they stand. */
export const linesNotRead = (text: string): string[] =>
  typedLines(text)
    .slice(MAX_PAD_LINES)
    .map(({ typed }) => typed);

/** How many lines a text has that are not empty. */
export const countLines = (text: string): number => typedLines(text).length;

const HEAD = { head: true, numbers: [], words: '' } as const;

function readParts(typed: string, table: PadTable | undefined, sign: string | undefined): PadParts {
  const row = table && fits(typed, table) ? readPadRow(typed, table) : undefined;
  return row && row.words !== '' ? row : readPadLine(sign ? cellsOf(typed, sign).join('\t') : typed);
}

function typedLines(text: string): { no: number; typed: string }[] {
  return text
    .split(BREAK)
    .map((typed, at) => ({ no: at + 1, typed }))
    .filter(({ typed }) => typed.trim() !== '');
}

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

const isClosing = (text: string): boolean => CLOSING.test(text);

/** Whether a line is of the letter around an order: a greeting, a header, a question without any tool in it. */
function isLetter(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || HEADER.test(text) || MAIL_OR_SITE.test(text) || isClosing(text)) return true;
  if (hasDigit(text)) return false;
  if (OPENING.test(text) || THANKS.test(text) || text.endsWith(':')) return true;
  return ASKING.test(text) && ABOUT.test(text);
}
