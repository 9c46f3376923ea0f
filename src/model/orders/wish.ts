import { MAX_QUANTITY } from '../catalogue/quantity.ts';

/** What somebody looks for, and how many pieces of it. */
export interface Wish {
  readonly words: string;
  readonly quantity: number | undefined;
  /** A quantity was typed that cannot be ordered of any tool. */
  readonly outside: boolean;
}

const NUMBER = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})$/;
const TIMES = /^[x×]$/i;
const PIECES = /^(?:pcs|pieces?)$/i;
const UNIT = /^(?:mm|cm|m|in|ft|g|kg|oz|lb|ml|l|v|w|a|ah|j|nm|pc|tpi)$/i;
/** No measure has more digits; an item number may. */
const MEASURE = /^\d{1,4}$/;

/** Where in the text a quantity stands, and how much of the text it takes. */
interface Found {
  readonly from: number;
  readonly length: number;
  readonly digits: string;
}

/**
 * "250 pliers", "pliers 250", "HT-WRA-250 x 400", "20x hammer". A marked number wins, else the first word, else the last;
 * a number with a unit is a size.
 * @param known item numbers, which are no quantities however they are typed: "HT WRA 250"
 */
export function readWish(text: string, known: readonly string[] = []): Wish {
  const typed = text
    .replace(/\p{Cc}+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const taken = numbersOfTools(typed, known);
  const found = marked(typed, taken) ?? free(typed, taken);
  if (!found) return { words: typed.join(' '), quantity: undefined, outside: false };
  const quantity = Number(found.digits.replaceAll(',', ''));
  const outside = quantity < 1 || quantity > MAX_QUANTITY;
  const words = typed.toSpliced(found.from, found.length).join(' ');
  return { words, quantity: outside ? undefined : quantity, outside };
}

function marked(typed: readonly string[], taken: ReadonlySet<number>): Found | undefined {
  return typed
    .flatMap((_, from) => (taken.has(from) ? [] : (markedAt(typed, from, taken) ?? [])))
    .findLast(({ digits, length }) => NUMBER.test(digits) && length < typed.length);
}

/** "300 x 110" are the measures of a tool. */
function markedAt(typed: readonly string[], from: number, taken: ReadonlySet<number>): Found | undefined {
  const [word = '', next = '', third = ''] = typed.slice(from);
  const before = taken.has(from - 1) ? '' : (typed[from - 1] ?? '');
  const pieces = /^([\d,]+)(?:pcs|pieces?)$/i.exec(word)?.[1];
  if (pieces) return { from, length: 1, digits: pieces };
  if (PIECES.test(next)) return { from, length: 2, digits: word };
  const ahead = /^([\d,]+)[x×]$/i.exec(word)?.[1];
  if (ahead) return /^\d/.test(next) ? undefined : { from, length: 1, digits: ahead };
  if (TIMES.test(next)) return /^\d/.test(third) ? undefined : { from, length: 2, digits: word };
  const behind = /^[x×]([\d,]+)$/i.exec(word)?.[1];
  if (behind) return MEASURE.test(before) || UNIT.test(next) ? undefined : { from, length: 1, digits: behind };
  if (!TIMES.test(word) || taken.has(from + 1) || MEASURE.test(before) || UNIT.test(third)) return undefined;
  return { from, length: 2, digits: next };
}

function free(typed: readonly string[], taken: ReadonlySet<number>): Found | undefined {
  const isFree = (at: number) => {
    const [before = '', word = '', after = ''] = [typed[at - 1], typed[at], typed[at + 1]];
    return NUMBER.test(word) && !taken.has(at) && ![before, after].some((it) => TIMES.test(it)) && !UNIT.test(after);
  };
  const from = [0, typed.length - 1].find(isFree);
  if (from === undefined || typed.every((word, at) => at === from || NUMBER.test(word))) return undefined;
  return { from, length: 1, digits: typed[from] ?? '' };
}

/** The places of the words that are an item number together. */
function numbersOfTools(typed: readonly string[], known: readonly string[]): ReadonlySet<number> {
  const plain = (text: string) => text.replaceAll('-', '').toUpperCase();
  const numbers = new Set(known.map(plain));
  const taken = new Set<number>();
  for (const from of typed.keys())
    for (let end = from + 1; end <= typed.length; end += 1)
      if (numbers.has(plain(typed.slice(from, end).join('')))) for (let at = from; at < end; at += 1) taken.add(at);
  return taken;
}
