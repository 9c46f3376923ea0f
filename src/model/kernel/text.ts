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
