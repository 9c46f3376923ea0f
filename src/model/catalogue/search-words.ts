const UNITS = 'mm|cm|m|in|ft|g|kg|oz|lb|ml|l|v|w|a|ah|j|nm|pc|pcs|tpi';
const APART = new RegExp(`(\\d)\\s+(${UNITS})(?![\\p{L}\\p{N}_])`, 'gu');

/** A number and its unit are one word, "8 mm" as "8mm", as in `tool_search_text` of the database. */
export const searchWords = (text: string): string[] =>
  text.normalize().toLowerCase().replace(APART, '$1$2').split(/\s+/).filter(Boolean);

export function swapped(word: string): string[] {
  const letters = [...word];
  const others = letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? '')
      .join(''),
  );
  return [...new Set([word, ...others])];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const LONGEST = 20;

/** What may have been meant by a word in which one letter is missing, wrong, too many, or swapped with the next. */
export function withoutSlip(word: string): string[] {
  const letters = [...word];
  if (letters.length > LONGEST) return swapped(word);
  const changed = letters.flatMap((_, at) => [
    letters.toSpliced(at, 1),
    ...LETTERS.flatMap((letter) => [letters.with(at, letter), letters.toSpliced(at, 0, letter)]),
  ]);
  const longer = LETTERS.map((letter) => [...letters, letter]);
  return [...new Set([...swapped(word), ...[...changed, ...longer].map((it) => it.join(''))])];
}

/**
 * Whether `withoutSlip` has the known word among what may have been meant by the typed one, there of Latin letters alone.
 * Both in letters.
 */
export function isSlip(typed: readonly string[], known: readonly string[]): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === known[start]) start += 1;
  let [end, knownEnd] = [typed.length, known.length];
  while (end > start && knownEnd > start && typed[end - 1] === known[knownEnd - 1]) {
    end -= 1;
    knownEnd -= 1;
  }
  if (end - start === 2 && knownEnd - start === 2)
    return typed[start] === known[start + 1] && typed[start + 1] === known[start];
  return Math.max(end, knownEnd) - start <= (typed.length > LONGEST ? 0 : 1);
}

/** Letters from which the beginning of a word counts as the word: its other letters are still being typed. */
const MIN_BEGINNING = 5;

/** @param word in lower case, perhaps in the plural or not typed to its end */
export function equalWords(word: string, groups: readonly (readonly string[])[]): string[] {
  const singular = word.replace(/e?s$/, '');
  const isMeant = (known: string) =>
    known === word ||
    known === singular ||
    `${known}s` === word ||
    (word.length >= MIN_BEGINNING && known.startsWith(word));
  return [...new Set([word, ...groups.filter((group) => group.some(isMeant)).flat()])];
}

export const MAX_SEARCH_LENGTH = 100;

/** What the shop can search for of what was typed. */
export const searchable = (typed: string): string => typed.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_SEARCH_LENGTH);
