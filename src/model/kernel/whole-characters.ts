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
