import { nameWords, singulars } from './name-words.ts';
import { isSlip } from './search-words.ts';

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
  // A short beginning fits very many words.
  for (const word of fits.size > words.size ? words : fits.keys()) {
    const fit = words.has(word) ? (fits.get(word) ?? 0) : 0;
    if (fit > (top?.[1] ?? 0)) top = [word, fit];
  }
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
  /** The singulars in letters, by how many they are. */
  readonly #byLength = new Map<number, string[][]>();

  /** @param equal other names of a word */
  constructor(words: Iterable<string>, equal: (word: string) => readonly string[]) {
    this.#known = new Set(words);
    this.#sorted = [...this.#known].sort();
    this.#ends = [...this.#known]
      .filter((word) => /^\p{L}{6,}$/u.test(word))
      .map(backwards)
      .sort();
    this.#equal = equal;
    for (const word of this.#known) {
      for (const singular of singulars(word)) push(this.#bySingular, singular, word);
      const size = /^(\d[\d./]*)\p{L}+$/u.exec(word)?.[1];
      if (size) push(this.#bySize, size, word);
    }
    for (const singular of this.#bySingular.keys()) {
      const letters = [...singular];
      if (/^\p{L}{3,}$/u.test(singular)) push(this.#byLength, letters.length, letters);
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
      for (const singular of this.#slipsOf(typed))
        for (const word of this.#bySingular.get(singular) ?? []) add(word, SLIP);
    return fits;
  }

  #slipsOf(typed: string): string[] {
    const letters = [...typed];
    return [-1, 0, 1]
      .flatMap((more) => this.#byLength.get(letters.length + more) ?? [])
      .filter((known) => isSlip(letters, known))
      .map((known) => known.join(''));
  }
}

/** Places where two words are read as one. */
const MAX_JOINED = 4;

/** As it is typed, and with two words as one that a tool has in one: "tool box" is toolbox. */
export function readings(words: readonly string[], vocabulary: Vocabulary): Fits[][] {
  const typed = words.map((word) => vocabulary.fits(word));
  const joined = words.slice(1).flatMap((word, at) => {
    const fits = vocabulary.whole(`${words[at]}${word}`);
    return fits.size === 0 ? [] : [typed.toSpliced(at, 2, fits)];
  });
  return [typed, ...joined.slice(0, MAX_JOINED)];
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

function push<K, W>(map: Map<K, W[]>, key: K, word: W): void {
  const words = map.get(key);
  if (words) words.push(word);
  else map.set(key, [word]);
}
