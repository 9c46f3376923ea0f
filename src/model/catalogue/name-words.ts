const UNITS: readonly (readonly [string, string])[] = [
  ['in', `"|''|inch(?:es)?|zoll|in`],
  ['pc', 'pieces?|pcs|pces?|pc'],
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?'],
  ['oz', 'oz|ounces?'],
  ['lb', 'lbs?|pounds?'],
  ['ft', 'ft|feet|foot'],
  ['g', 'grams?|gr|g'],
  ['m', 'met(?:er|re)s?|m'],
];
const JOINED = UNITS.map(
  ([unit, spelled]) => [unit, new RegExp(`(\\d)\\s*-?\\s*(?:${spelled})(?![\\p{L}\\p{N}])`, 'gu')] as const,
);
const OTHERS = /(\d)\s+(kg|ml|l|v|w|a|ah|j|nm|tpi)(?![\p{L}\p{N}_])/gu;
const EMPTY = new Set(['x', 'no', 'nr', 'in', 'the', 'of', 'for', 'with', 'and', 'a', 'an']);

/**
 * The words of a name, each size one word: `1/2" ratchet & socket, 8 pieces` is 1/2in ratchet socket 8pc.
 * @param phrases that mean the same; the first of a group stands for all
 */
export function nameWords(text: string, phrases: readonly (readonly string[])[] = []): string[] {
  let known = text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\u2044/g, '/')
    // So that no pattern below tries each of many blanks with all others.
    .replace(/\s+/g, ' ');
  for (const [unit, shape] of JOINED) known = known.replace(shape, `$1${unit}`);
  const words = known
    .replace(OTHERS, '$1$2')
    .split(/[^\p{L}\p{N}./]+/u)
    .map((word) => word.replace(/^[./]+|[./]+$/g, ''))
    .filter((word) => word !== '' && !EMPTY.has(word));
  return phrases.length === 0 ? words : inOneSpelling(words.join(' '), phrases).split(' ').filter(Boolean);
}

function inOneSpelling(text: string, phrases: readonly (readonly string[])[]): string {
  let spelled = ` ${text} `;
  for (const [first = '', ...others] of phrases)
    for (const other of [first, ...others].flatMap((it) => [it, `${it}s`]))
      spelled = spelled.replaceAll(` ${other} `, ` ${first} `);
  return spelled.trim();
}

/** The word and what it may be the plural of. */
export function singulars(word: string): string[] {
  if (!/^\p{L}{3,}s$/u.test(word)) return [word];
  const shorter = [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return [...new Set([word, ...shorter, word.replace(/ves$/, 'fe'), word.replace(/ves$/, 'f')])];
}
