/** The first `length` graphemes, with an ellipsis when cut: no emoji or accented letter is split. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  if (graphemes.length <= length) return text;
  return `${graphemes
    .slice(0, length)
    .map((part) => part.segment)
    .join('')}…`;
}
