import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './text.ts';
import { wholeCharacters } from './whole-characters.ts';

const graphemes = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map((it) => it.segment);
const FAMILY = '👨‍👩‍👧‍👦';
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom(FAMILY, 'e\u0301', '🇩🇪', 'a', ' ', '👍🏽', '\r\n', 'ก็'), { maxLength: 40 })
    .map((parts) => parts.join('')),
);

test('a short text stays as it is, a long one ends in an ellipsis', () => {
  expect(cutText('', 100)).toBe('');
  expect(cutText('x'.repeat(100), 100)).toBe('x'.repeat(100));
  expect(cutText('x'.repeat(101), 100)).toBe(`${'x'.repeat(100)}…`);
  expect(cutText(FAMILY.repeat(3), 3)).toBe(FAMILY.repeat(3));
  expect(cutText(FAMILY.repeat(4), 3)).toBe(`${FAMILY.repeat(3)}…`);
  expect(cutText('e\u0301e\u0301', 1)).toBe('e\u0301…');
});

test('what is left is the beginning, whole characters, and no more of them than asked', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (whole, length) => {
      const cut = cutText(whole, length);
      const parts = graphemes(whole);
      expect(cut).toBe(parts.length <= length ? whole : `${parts.slice(0, length).join('')}…`);
    }),
  );
});

test('so many code points at most, and no character torn apart', () => {
  expect(wholeCharacters('x'.repeat(61), 60)).toBe('x'.repeat(60));
  expect(wholeCharacters(`${'x'.repeat(56)}${FAMILY}`, 60)).toBe('x'.repeat(56));
  fc.assert(
    fc.property(text, fc.nat(50), (whole, length) => {
      const kept = wholeCharacters(whole, length);
      expect([...kept].length).toBeLessThanOrEqual(length);
      expect(graphemes(whole).slice(0, graphemes(kept).length).join('')).toBe(kept);
    }),
  );
});
