import { equalWords, searchWords } from './search-words.ts';

/** Shorter words must begin one of a tool's and are never taken for another. */
const SHORTEST = 3;

/**
 * What was meant by words of which no found tool has all: each that none has becomes the word of the tools that is nearest.
 * Undefined where the tools have them as typed, or none of theirs resembles what was typed.
 */
export function meantWords(
  typed: string,
  tools: readonly { readonly name: string; readonly sku: string | null }[],
  synonyms: readonly (readonly string[])[],
): string | undefined {
  if (tools.length === 0) return undefined;
  const texts = tools.map(({ name, sku }) => searchWords(`${name} ${sku ?? ''}`).join(' '));
  const known = [...new Set(tools.flatMap(({ name }) => name.toLowerCase().match(/\p{L}{3,}/gu) ?? []))];
  let other = false;
  const meant = searchWords(typed).map((word) => {
    const spelled = equalWords(word, synonyms).some((it) => texts.some((text) => text.includes(it)));
    if (spelled || word.length < SHORTEST) return word;
    const [nearest] = known
      .map((it) => ({ word: it, slips: slipsBetween(word, it) }))
      .toSorted((one, two) => one.slips - two.slips);
    if (!nearest || nearest.slips > word.length / 2) return word;
    other = true;
    return nearest.word;
  });
  return other ? meant.join(' ') : undefined;
}

/** Letters that are missing, wrong or too many. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, its] of [...other].entries())
      next.push(
        Math.min((row[place] ?? 0) + (letter === its ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
