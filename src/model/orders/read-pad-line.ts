import { bareNumber } from '../catalogue/item-number.ts';
import { betweenNumbers, cellNumber, cellNumbers, withoutMoney } from './pad-cells.ts';
import { cellsOf, type PadTable, signOf } from './pad-columns.ts';
import type { PadParts, PadQuantity } from './pad-line.ts';
import {
  findQuantity,
  formulaOf,
  isNoWhole,
  isPartly,
  isSpelled,
  labelledOf,
  MAX_READ,
  type Marked,
  normalizeSigns,
  partlyOf,
  surerOf,
  togetherOf,
  unsureOf,
} from './pad-quantity.ts';
import { FILLERS, isPack, perOne } from './pad-words.ts';

const MAX_NAME = 200;

/** What stands in a line: a quantity, what may be item numbers, and the rest, which is the name. */
export function readPadLine(typed: string): PadParts {
  const formula = formulaOf(typed);
  if (formula) return { ...readPadLine(typed.slice(0, formula.index)), unread: formula[0].trim() };
  const [one, other] = [plain(typed), plain(typed, cellNumbers, true)];
  const before = readingOf(one);
  const behind = one === other ? before : readingOf(other);
  const found = surerOf(before.found, behind.found);
  const isEither = !found && before.found !== undefined;
  const { text, spans, isNumbered, partly, beside } = found && found === behind.found ? behind : before;
  const unsure = before.unsure ?? behind.unsure ?? (isEither ? betweenNumbers(typed) : undefined);
  const others = new Map(beside === before.beside ? behind.beside : before.beside);
  const besides = beside.map(([it, mark]) => [it, quantityOf(surerOf(mark, others.get(it) ?? mark))] as const);
  const blanked = found ?? before.found;
  return {
    numbers: spans.map(({ number }) => number),
    words: nameOf(blanked ? blank(text, blanked) : text),
    ...(unsure ? { unread: unsure } : found ? quantityOf(found) : unreadOf(typed, isNumbered, partly)),
    ...(besides.length > 0 && { beside: Object.fromEntries(besides) }),
  };
}

const CELLS = /[\t;|]|,\s|\s{2,}/;
const CENTS = /^\d[\d.,']*[.,]\d{1,2}$/;

/** One way to read a text: its currencies stand before their amounts, or behind them. */
function readingOf(text: string) {
  const spans = findNumbers(text);
  const fixed = spans.filter(({ loose }) => !loose);
  const { rest: hidden, partly } = withoutPartly(
    fixed.filter(({ number }) => /\d/.test(number)).reduce((rest, span) => blank(rest, span), text),
  );
  const apart = unsureOf(hidden, fixed.length > 0);
  const sums = [CELLS, ','].map((sign) => text.split(sign).filter((cell) => CENTS.test(cell.trim())));
  const several = sums.find(({ length }) => length > 1);
  const loose = spans.filter((span) => span.loose);
  const quantityIn = (rest: string) => (apart ? undefined : findQuantity(rest, several));
  const beside = loose.map(({ number, ...span }) => [number, quantityIn(blank(hidden, span))] as const);
  const found = quantityIn(hidden);
  const unsure = apart ?? (!found && several && findQuantity(hidden) ? several[0]?.trim() : undefined);
  return { text, spans, isNumbered: fixed.length > 0, unsure, found, partly, beside };
}

/** The same of a row under a head row that says what its columns are. */
export function readPadRow(typed: string, { sign, columns }: PadTable): PadParts {
  const cells = cellsOf(typed, sign);
  const of = (...kinds: PadTable['columns'][number][]) =>
    cells.filter((cell, at) => kinds.some((kind) => columns[at] === kind) && cell !== '');
  const counted = (cell: string): Marked | undefined =>
    isNoWhole(cell) ? undefined : surerOf(onlyOf(plain(cell, cellNumber)), onlyOf(plain(cell, cellNumber, true)));
  const quantity = counted(of('quantity')[0] ?? '');
  const unread = quantity ? undefined : of('quantity', 'packs').find((cell) => isCount(cell) && !counted(cell));
  const packs = quantity ? undefined : counted(of('packs')[0] ?? '');
  const unit = plain(of('unit')[0] ?? '');
  const [name, number] = [
    of('name')
      .map((it) => plain(it))
      .join(' '),
    of('number')
      .map((it) => plain(it))
      .join(' '),
  ];
  const read = readPadLine(number === '' ? name : number);
  const numbers = number === '' ? read.numbers : [...new Set([bareNumber(number), ...read.numbers])];
  const amount = unread ? undefined : (quantity ?? packs)?.quantity;
  const own = quantity?.unit;
  return {
    numbers: numbers.filter((it) => it.length >= 3 && it.length <= 32).slice(0, 8),
    words: nameOf(name === '' ? number : name),
    ...(unread && { unread }),
    ...(amount !== undefined && { quantity: own ? amount : amount * perOne(unit) }),
    ...(amount !== undefined && { unit: own ?? (packs || isPack(unit) ? 'packs' : 'pieces') }),
  };
}

/** None where another number is the quantity as surely: "1200 (was 800)". */
function onlyOf(cell: string): Marked | undefined {
  const found = findQuantity(cell);
  return found && surerOf(found, findQuantity(blank(cell, found)));
}

const isCount = (cell: string): boolean => /\p{N}/u.test(cell) || isSpelled(cell) || togetherOf(cell) !== undefined;

const quantityOf = (found: PadQuantity | undefined): PadQuantity =>
  found?.quantity === undefined ? {} : { quantity: found.quantity, unit: found.unit ?? 'pieces' };

/** In a cell after the first, or at the end of a line that has an item number. */
function unreadOf(typed: string, isNumbered: boolean, partly: string | undefined): PadQuantity {
  const text = withoutMoney(typed.slice(0, MAX_READ));
  const cells = text.split(CELLS).slice(1);
  const ends = isNumbered ? (text.trim().match(/\s\S+$/) ?? []) : [];
  const unread =
    partly ?? togetherOf(text) ?? labelledOf(text) ?? [...cells, ...ends].map((cell) => cell.trim()).find(isNoWhole);
  return unread === undefined ? {} : { unread };
}

/** Without what is not a whole number, alone in its cell or counted: none of its digits is the quantity. */
function withoutPartly(text: string): { rest: string; partly: string | undefined } {
  const cells = text.split(/([\t;|]|,\s|\s{2,})/);
  const isAlone = (cell: string, at: number) => at > 0 && isPartly(cell.trim());
  const rest = cells.map((cell, at) => (isAlone(cell, at) ? ' '.repeat(cell.length) : cell)).join('');
  const partly = partlyOf(rest);
  if (!partly) return { rest, partly: cells.find(isAlone)?.trim() };
  const [match] = partly;
  return { rest: blank(rest, { from: partly.index, to: partly.index + match.length }), partly: match.trim() };
}

const blank = (text: string, { from, to }: { from: number; to: number }): string =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);

/** One spelling of all signs, without what a letter puts before a line and without money. */
function plain(typed: string, numbers = cellNumbers, isBehind = false): string {
  const joined = typed.slice(0, MAX_READ).replace(/(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))/g, '');
  const spelled = normalizeSigns(joined)
    .replace(/[^\P{C}\t]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[“”„″]|''|′′/g, '"')
    .replace(/[’‘′`]/g, "'");
  const cells = /^\s*"|[,;\t]\s*"/.test(spelled) ? cellsOf(spelled, signOf(spelled)).join('\t') : spelled;
  return withoutMoney(numbers(cells), isBehind)
    .replace(/^[\s>*•·☐✓–-]+(?=[\s\p{L}\p{N}])/u, '')
    .replace(/^\(?\d{1,3}[.)]\s+(?=.*\p{L})/u, '')
    .replace(/\.{2,}|_{2,}|-+>|=+>?/g, ' ')
    .replace(/(?<=\d{4}),(?=\d)(?!00(?!\d))/g, ' ')
    .replace(/(?<![\p{L}\p{N}.,/-])(\d+)[x×](?=\p{L})/giu, '$1 x ')
    .replace(/(?<=[\p{L}-]\d+)[x×](\d+)\s*$/iu, ' x $1');
}

/** The words of a name; separators and what people say around it are left out. */
function nameOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .replace(/[\t;|,:()[\]{}!?<>~^\\]+/g, ' ')
    .replace(FILLERS, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .join(' ')
    .slice(0, MAX_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

interface NumberSpan {
  readonly number: string;
  readonly from: number;
  readonly to: number;
  /** Its digits may as well be a quantity. */
  readonly loose: boolean;
}

const MOST = 8;
const HYPHENED = /(?<![\p{L}\p{N}])[a-z0-9]+(?:[-_/.][a-z0-9]+)+(?![\p{L}\p{N}]|\+\d)/giu;
const WORD = /(?<![\p{L}\p{N}_./-])[a-z0-9]{4,32}(?![\p{L}\p{N}_/-])/giu;
const PART = /[a-z0-9]+(?:-[a-z0-9]+)*/giu;
const CAPITALS = /(?<![\p{L}\p{N}-])[A-Z]{5,32}(?![\p{L}\p{N}-])/gu;
const COUNT_OR_SIZE = /^(?:\d+[a-z]{1,6}|x\d+)$/i;

/** What may be an item number, the likeliest first: with hyphens, in one word, with blanks, of digits alone. */
function findNumbers(text: string): NumberSpan[] {
  const whole = [...text.matchAll(HYPHENED)].filter(([it]) => /[a-z]/i.test(it) || /^\d{2,}-\d{3,}$/.test(it));
  const words = [...text.matchAll(WORD)].filter(([it]) => /\d/.test(it));
  const mixed = words.filter(([it]) => /[a-z]/i.test(it) && !COUNT_OR_SIZE.test(it));
  const ofDigits = words.filter(([it]) => /^\d+$/.test(it) || /^\d+[a-f]+$/i.test(it));
  const only = /^\s*([a-z]{3,32})[\s,;]*(?:\d+)?\s*$/i.exec(text);
  const capitals = [...text.matchAll(CAPITALS)].map((it) => spanOf(it[0], it.index, false));
  const spans = [
    ...[...whole, ...mixed].map((it) => spanOf(it[0], it.index, false)),
    ...apart(text),
    ...ofDigits.map((it) => spanOf(it[0], it.index, true)),
    ...capitals,
    ...(only?.[1] ? [spanOf(only[1], text.indexOf(only[1]), false)] : []),
  ];
  const fitting = spans.filter(({ number }) => number.length >= 3 && number.length <= 32);
  return [...new Map(fitting.toReversed().map((span) => [span.number, span])).values()].reverse().slice(0, MOST);
}

const spanOf = (typed: string, from: number, loose: boolean): NumberSpan => ({
  ...{ number: bareNumber(typed), from, to: from + typed.length },
  loose,
});

/** Parts with blanks between them: "HT WRA 250". */
function apart(text: string): NumberSpan[] {
  const parts = [...text.matchAll(PART)];
  const spans = parts.flatMap((first, at) => {
    if (!/^[a-z]{1,6}(?:-?[a-z0-9]+)*$/i.test(first[0])) return [];
    return [4, 3, 2].flatMap((length): NumberSpan[] => {
      const group = parts.slice(at, at + length);
      const last = group.at(-1);
      if (group.length < length || !last) return [];
      const [from, to] = [first.index, last.index + last[0].length];
      const typed = text.slice(from, to);
      return isNumberLike(typed, last[0]) ? [{ number: bareNumber(typed), from, to, loose: true }] : [];
    });
  });
  return spans.toSorted((a, b) => b.number.length - a.number.length);
}

function isNumberLike(typed: string, last: string): boolean {
  if (!/^[a-z0-9-]+(?: [a-z0-9-]+)+$/i.test(typed) || typed.length > 20 || bareNumber(typed).length < 5) return false;
  const letters = typed.match(/[a-z]+/gi) ?? [];
  return (
    letters.every((it, at) => it.length <= (at === 0 ? 6 : 4)) && (/\d/.test(last) || typed === typed.toUpperCase())
  );
}
