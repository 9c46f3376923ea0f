import { MAX_PAD_LINES, type PadLine } from './pad-line.ts';

/** The lines of a text that are not empty: the first 500, greetings left out. */
export function readPad(text: string): PadLine[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const typed = lines.map((line, at) => ({ no: at + 1, text: line.trim() })).filter((line) => line.text !== '');
  return typed.slice(0, MAX_PAD_LINES).map(({ no, text }) => ({ no, text, key: `${no}`, ...readLine(text) }));
}

/** How many lines a text has that are not empty. */
export const countLines = (text: string): number =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).filter((it) => it.trim()).length;

export const bareNumber = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

type Parts = Pick<PadLine, 'quantity' | 'unit' | 'numbers' | 'words'>;

const NUMBER = /[a-z0-9]+(?:-[a-z0-9]+)+/gi;

function readLine(text: string): Parts {
  const numbers = [...text.matchAll(NUMBER)].map(([found]) => bareNumber(found));
  const rest = text.replace(NUMBER, ' ');
  const quantity = rest.match(/(?<![\p{L}\d.,/])\d+(?=\s*(?:x|pcs|boxes|box)?(?:[\s;,]|$))/giu)?.at(-1);
  const words = rest.replace(quantity ?? /^$/, ' ').replace(/\b(?:x|pcs|boxes|box)\b/gi, ' ');
  return {
    numbers,
    words: words.replace(/[\s;,]+/g, ' ').trim(),
    ...(quantity && { quantity: Number(quantity) }),
    ...(/\bbox(es)?\b/i.test(rest) && { unit: 'packs' as const }),
  };
}

/** The quantity of a line in which this is an item number. */
export const quantityBeside = (line: PadLine, number: string): Pick<PadLine, 'quantity' | 'unit'> => {
  const letters = [...number].join('[-\\s]*');
  return readLine(line.text.replace(new RegExp(letters, 'i'), ' '));
};
