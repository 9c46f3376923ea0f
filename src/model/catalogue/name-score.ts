import { nameWords, singulars } from './name-words.ts';

/** A tool's name in words: what it is, and after commas what it is like. */
export interface NamedTool {
  readonly kind: readonly string[];
  readonly parts: readonly (readonly string[])[];
  readonly number: readonly string[];
  readonly words: ReadonlySet<string>;
}

type Phrases = readonly (readonly string[])[];

/** @param search name and item number, as `tool_search` has them */
export function namedTool(search: string, phrases: Phrases): NamedTool {
  const [, name = search, sku = ''] = /^(.*) (\S+)$/s.exec(search) ?? [];
  const [kind = [], ...parts] = name.split(/,(?!\d)/).map((part) => nameWords(part, phrases));
  const number = nameWords(sku);
  const inOne = [...kind, ...parts.flat()];
  return { kind, parts, number, words: new Set([...inOne, ...joins(kind), ...number]) };
}

/** Two words that stand together, as one: "tool box". */
const joins = (words: readonly string[]): string[] => words.slice(1).map((word, at) => `${words[at]}${word}`);

/** How well known words fit a typed one: 1 as it is, in the plural or by another name, 0.9 begun, 0.8 as its end or with one slip. */
export type Fits = ReadonlyMap<string, number>;

export interface NameScore {
  readonly score: number;
  /** All that was typed stands in its name, what it is among that, and no part of it alone was asked for. */
  readonly isMeant: boolean;
  /** As much of what was typed stands in it that it may be the one. */
  readonly isLikely: boolean;
}

const PARTLY = 0.6;
const WHOLE_NAME = 0.3;

/** @param typed what each typed word fits, in their order; undefined of a word that fits together with the one before it */
export function nameScore(typed: readonly Fits[], tool: NamedTool): NameScore {
  const hits = typed.map((fits) => best(fits, tool.words));
  const found = hits.filter((hit) => hit !== undefined);
  if (found.length === 0 || typed.length === 0) return { score: 0, isMeant: false, isLikely: false };
  const share = found.reduce((sum, [, fit]) => sum + fit, 0) / typed.length;
  const words = new Set(found.map(([word]) => word));
  const isAll = found.length === typed.length;
  const isWhole = isAll && [...tool.kind, ...tool.parts.flat()].every((word) => words.has(word));
  const isOfKind = [...tool.kind, ...joins(tool.kind)].some((word) => words.has(word) && /\p{L}{3}/u.test(word));
  return {
    score: share * (isAll ? 1 : PARTLY) + (isWhole ? WHOLE_NAME : 0),
    isMeant: isAll && isOfKind && !isOfNumber(tool, words) && !tool.parts.some((part) => isPartAlone(part, words)),
    isLikely: share >= 0.5,
  };
}

/** "HT-SAW-300": an item number that no tool has, of which parts stand in that of another one. */
function isOfNumber({ kind, parts, number }: NamedTool, words: ReadonlySet<string>): boolean {
  const name = new Set([...kind, ...joins(kind), ...parts.flat()]);
  return number.some((word) => /\p{L}/u.test(word) && words.has(word) && !name.has(word));
}

/** "Knife blades": the noun of "Trapezoid Blade" without what it is like, of a knife. */
function isPartAlone(part: readonly string[], words: ReadonlySet<string>): boolean {
  const noun = part.at(-1);
  return part.length > 1 && noun !== undefined && words.has(noun) && !part.slice(0, -1).some((word) => words.has(word));
}

function best(fits: Fits, words: ReadonlySet<string>): [string, number] | undefined {
  let top: [string, number] | undefined;
  for (const [word, fit] of fits) if (words.has(word) && fit > (top?.[1] ?? 0)) top = [word, fit];
  return top;
}

/** Which of the known words a typed one may be. */
export class Vocabulary {
  readonly #known: ReadonlySet<string>;
  readonly #sorted: readonly string[];
  /** Backwards. */
  readonly #ends: readonly string[];
  readonly #bySingular = new Map<string, string[]>();
  readonly #bySize = new Map<string, string[]>();
  readonly #fits = new Map<string, Fits>();
  readonly #equal: (word: string) => readonly string[];
  readonly #slips: (word: string) => readonly string[];

  constructor(
    words: Iterable<string>,
    also: { equal: (word: string) => readonly string[]; slips: (word: string) => readonly string[] },
  ) {
    this.#known = new Set(words);
    this.#sorted = [...this.#known].sort();
    this.#ends = [...this.#known]
      .filter((word) => /^\p{L}{6,}$/u.test(word))
      .map(backwards)
      .sort();
    this.#equal = also.equal;
    this.#slips = also.slips;
    for (const word of this.#known) {
      for (const singular of singulars(word)) push(this.#bySingular, singular, word);
      const size = /^(\d[\d./]*)\p{L}+$/u.exec(word)?.[1];
      if (size) push(this.#bySize, size, word);
    }
  }

  fits(typed: string): Fits {
    const before = this.#fits.get(typed);
    if (before) return before;
    const fits = this.#fitsOf(typed);
    this.#fits.set(typed, fits);
    return fits;
  }

  /** The same without beginnings and slips. */
  whole(typed: string): Fits {
    return new Map((this.#bySingular.get(typed) ?? []).map((word) => [word, 1]));
  }

  #fitsOf(typed: string): Fits {
    const fits = new Map<string, number>();
    const add = (word: string, fit: number) => {
      if (fit > (fits.get(word) ?? 0)) fits.set(word, fit);
    };
    for (const singular of singulars(typed))
      for (const equal of this.#equal(singular))
        for (const word of singulars(equal).flatMap((it) => this.#bySingular.get(it) ?? [])) add(word, 1);
    for (const word of this.#bySize.get(typed) ?? []) add(word, 1);
    const size = /^(\d[\d./]*)\p{L}+$/u.exec(typed)?.[1];
    if (size && this.#known.has(size)) add(size, BEGUN);
    if (!/^\p{L}{3,}$/u.test(typed)) return fits;
    for (const word of begun(this.#sorted, typed)) add(word, BEGUN);
    for (const singular of singulars(typed))
      for (const word of begun(this.#ends, backwards(singular)))
        if (word.length >= singular.length + 3) add(backwards(word), ENDS);
    if (fits.size === 0 && typed.length >= 4)
      for (const slip of this.#slips(typed))
        for (const word of /^\p{L}{3,}$/u.test(slip) ? (this.#bySingular.get(slip) ?? []) : []) add(word, SLIP);
    return fits;
  }
}

const [BEGUN, SLIP, ENDS] = [0.9, 0.8, 0.8];

const backwards = (word: string): string => [...word].reverse().join('');

/** Those of the sorted words that begin so. */
function begun(sorted: readonly string[], beginning: string): string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; sorted[at]?.startsWith(beginning); at += 1) found.push(sorted[at] ?? '');
  return found;
}

function push(map: Map<string, string[]>, key: string, word: string): void {
  const words = map.get(key);
  if (words) words.push(word);
  else map.set(key, [word]);
}
