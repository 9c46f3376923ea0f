export interface Piece {
  readonly text: string;
  readonly in: 'both' | 'before' | 'after';
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const wordsOf = (text: string): string[] => [...words.segment(text)].map(({ segment }) => segment);

/** Pieces of both texts in order: common ones, and those that only one has. */
export function wordDiff(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  // shared[i][j]: length of the longest common sequence of words from i in the old text and j in the new one.
  const shared = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => shared[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      (shared[i] as Uint16Array)[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: { text: string; in: Piece['in'] }[] = [];
  const add = (text: string | undefined, where: Piece['in']) => {
    const last = pieces.at(-1);
    if (last?.in === where) last.text += text;
    else if (text) pieces.push({ text, in: where });
  };
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && old[i] === now[j]) {
      add(old[i], 'both');
      i++;
      j++;
    } else if (j === now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) add(old[i++], 'before');
    else add(now[j++], 'after');
  }
  return pieces;
}
