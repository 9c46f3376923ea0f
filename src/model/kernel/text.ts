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

/** The longest beginning of at most `codePoints` code points that splits no grapheme. */
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
