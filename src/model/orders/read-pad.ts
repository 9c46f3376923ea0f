import { fits, type PadTable, tableOf } from './pad-columns.ts';
import { isClosing, isLetter } from './pad-letter.ts';
import { MAX_PAD_LINES, type PadLine, type PadParts } from './pad-line.ts';
import { readPadLine, readPadRow } from './read-pad-line.ts';

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const DIGIT = /\p{N}/u;

/** The lines of a text that are not empty, 500 at most; greetings and what else is around an order are left out. */
export function readPad(text: string): PadLine[] {
  const lines: PadLine[] = [];
  const seen = new Map<string, number>();
  let table: PadTable | undefined;
  let isSigned = false;
  for (const { no, typed } of typedLines(text).slice(0, MAX_PAD_LINES)) {
    const trimmed = typed.trim();
    isSigned = isClosing(trimmed) || (isSigned && !DIGIT.test(trimmed));
    const head = tableOf(typed);
    if (head) table = head;
    else if (isSigned || isLetter(trimmed)) continue;
    const nth = (seen.get(trimmed) ?? 0) + 1;
    seen.set(trimmed, nth);
    const parts = head ? HEAD : readParts(typed, table);
    lines.push({ no, text: trimmed, key: `${nth} ${trimmed}`, ...parts });
  }
  return lines;
}

/** How many lines a text has that are not empty. */
export const countLines = (text: string): number => typedLines(text).length;

const HEAD = { head: true, numbers: [], words: '' } as const;

function readParts(typed: string, table: PadTable | undefined): PadParts {
  const row = table && fits(typed, table) ? readPadRow(typed, table) : undefined;
  return row && row.words !== '' ? row : readPadLine(typed);
}

function typedLines(text: string): { no: number; typed: string }[] {
  return text
    .split(BREAK)
    .map((typed, at) => ({ no: at + 1, typed }))
    .filter(({ typed }) => typed.trim() !== '');
}
