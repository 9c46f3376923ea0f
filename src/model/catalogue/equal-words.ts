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
