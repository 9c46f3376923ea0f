import { bareNumber } from '../catalogue/item-number.ts';
import { cellsOf, type PadTable, signOf } from './pad-columns.ts';
import type { PadParts, PadQuantity } from './pad-line.ts';
import { findNumbers } from './pad-numbers.ts';
import { findQuantity, isNoWhole } from './pad-quantity.ts';
import { FILLERS, isPack, perOne } from './pad-words.ts';

const LONGEST_READ = 300;
const LONGEST_NAME = 200;
const MONEY = /(?:(?:us)?[$€£]|@)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£]|(?:usd|eur|gbp|dollars?)(?!\p{L}))/giu;

/** What stands in a line: a quantity, what may be item numbers, and the rest, which is the name. */
export function readPadLine(typed: string): PadParts {
  const text = plain(typed);
  const spans = findNumbers(text);
  const fixed = spans.filter(({ loose }) => !loose);
  const hidden = fixed.filter(({ number }) => /\d/.test(number)).reduce((rest, span) => blank(rest, span), text);
  const found = findQuantity(hidden);
  const loose = spans.filter((span) => span.loose);
  const beside = loose.map(({ number, ...span }) => [number, quantityOf(findQuantity(blank(hidden, span)))] as const);
  return {
    numbers: spans.map(({ number }) => number),
    words: nameOf(found ? blank(text, found) : text),
    ...(found ? quantityOf(found) : unreadOf(typed, fixed.length > 0)),
    ...(beside.length > 0 && { beside: Object.fromEntries(beside) }),
  };
}

/** The same of a row under a head row that says what its columns are. */
export function readPadRow(typed: string, { sign, columns }: PadTable): PadParts {
  const cells = cellsOf(typed, sign);
  const of = (...kinds: PadTable['columns'][number][]) =>
    cells.filter((cell, at) => kinds.some((kind) => columns[at] === kind) && cell !== '');
  const unread = of('quantity', 'packs').find(isNoWhole);
  const quantity = findQuantity(plain(of('quantity')[0] ?? ''));
  const packs = quantity ? undefined : findQuantity(plain(of('packs')[0] ?? ''));
  const unit = plain(of('unit')[0] ?? '');
  const [name, number] = [of('name').map(plain).join(' '), of('number').map(plain).join(' ')];
  const read = readPadLine(number === '' ? name : number);
  const numbers = number === '' ? read.numbers : [...new Set([bareNumber(number), ...read.numbers])];
  const amount = unread ? undefined : (quantity ?? packs)?.quantity;
  return {
    numbers: numbers.filter((it) => it.length >= 3 && it.length <= 32).slice(0, 8),
    words: nameOf(name === '' ? number : name),
    ...(unread && { unread }),
    ...(amount !== undefined && { quantity: amount * perOne(unit) }),
    ...(amount !== undefined && { unit: packs || isPack(unit) ? 'packs' : (quantity?.unit ?? 'pieces') }),
  };
}

const quantityOf = (found: PadQuantity | undefined): PadQuantity =>
  found?.quantity === undefined ? {} : { quantity: found.quantity, unit: found.unit ?? 'pieces' };

/** In a cell after the first, or at the end of a line that has an item number. */
function unreadOf(typed: string, isNumbered: boolean): PadQuantity {
  const cells = typed.split(/[\t;|]|,\s|\s{2,}/).slice(1);
  const ends = isNumbered ? (typed.trim().match(/\s\S+$/) ?? []) : [];
  const unread = [...cells, ...ends].map((cell) => cell.trim()).find(isNoWhole);
  return unread === undefined ? {} : { unread };
}

const blank = (text: string, { from, to }: { from: number; to: number }): string =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);

/** One spelling of all signs, without what a letter puts before a line and without money. */
function plain(typed: string): string {
  const spelled = typed
    .slice(0, LONGEST_READ)
    .replace(/(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))/g, '')
    .normalize('NFKC')
    .replace(/[^\P{C}\t]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[“”„″]|''|′′/g, '"')
    .replace(/[’‘′`]/g, "'");
  const cells = /^\s*"|[,;\t]\s*"/.test(spelled) ? cellsOf(spelled, signOf(spelled)).join('\t') : spelled;
  return cells
    .replace(/^[\s>*•·☐✓–-]+(?=[\s\p{L}\p{N}])/u, '')
    .replace(/^\(?\d{1,3}[.)]\s+(?=.*\p{L})/u, '')
    .replace(MONEY, (money) => ' '.repeat(money.length))
    .replace(/\.{2,}|_{2,}|-+>|=+>?/g, ' ')
    .replace(/(?<=\d{4}),(?=\d)/g, ' ')
    .replace(/(?<![\p{L}\p{N}.,/-])(\d+)[x×](?=\p{L})/giu, '$1 x ')
    .replace(/(?<=[\p{L}-]\d+)[x×](\d+)\s*$/iu, ' x $1');
}

/** The words of a name; separators and what people say around it are left out. */
function nameOf(text: string): string {
  const words = text
    .replace(/[\t;|,:()[\]{}!?<>~^\\]+/g, ' ')
    .replace(FILLERS, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .join(' ')
    .slice(0, LONGEST_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
