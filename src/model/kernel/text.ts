/**
 * The first `length` characters as a reader counts them, with an ellipsis when something was cut.
 * Cuts between graphemes, so that no emoji or accented letter is torn apart.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  if (graphemes.length <= length) return text;
  return `${graphemes
    .slice(0, length)
    .map((part) => part.segment)
    .join('')}…`;
}

/** The beginning of a text with at most so many code points, without a character as readers see it torn apart. */
export function wholeCharacters(text: string, codePoints: number): string {
  let kept = '';
  let left = codePoints;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    left -= [...segment].length;
    if (left < 0) break;
    kept += segment;
  }
  return kept;
}
