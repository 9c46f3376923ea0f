import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const few = fc
  .array(fc.constantFrom('steel', 'ash', 'head', ' ', '. ', '\n'), { maxLength: 30 })
  .map((it) => it.join(''));
const text = fc.oneof(few, fc.string({ unit: 'grapheme', maxLength: 60 }));

const without = (side: 'before' | 'after', pieces: ReturnType<typeof wordDiff>) =>
  pieces
    .filter((piece) => piece.in !== side)
    .map((piece) => piece.text)
    .join('');

test('what stays and what came is the new text, what stays and what went the old one', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = wordDiff(before, after);
      expect(without('before', pieces)).toBe(after);
      expect(without('after', pieces)).toBe(before);
    }),
  );
});

test('of a text that stays nothing is marked; of two that share nothing, all', () => {
  fc.assert(
    fc.property(text, (same) => {
      expect(wordDiff(same, same)).toEqual(same === '' ? [] : [{ text: same, in: 'both' }]);
    }),
  );
  expect(wordDiff('ash', 'steel')).toEqual([
    { text: 'ash', in: 'before' },
    { text: 'steel', in: 'after' },
  ]);
});

test('words are marked whole, with as many as possible unmarked', () => {
  expect(wordDiff('A forged steel head.', 'A polished forged steel face.')).toEqual([
    { text: 'A ', in: 'both' },
    { text: 'polished ', in: 'after' },
    { text: 'forged steel ', in: 'both' },
    { text: 'head', in: 'before' },
    { text: 'face', in: 'after' },
    { text: '.', in: 'both' },
  ]);
});
