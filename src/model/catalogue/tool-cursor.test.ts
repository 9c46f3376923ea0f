import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readToolCursor, writeToolCursor } from './tool-cursor.ts';
import { TOOL_SORTS } from './tool-filter.ts';

const name = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !/\p{Cc}/u.test(text));
const cursor = fc
  .record({
    sort: fc.constantFrom(...TOOL_SORTS),
    name,
    count: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    seq: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  })
  .map(({ sort, name, count, seq }) => ({
    sort,
    key: sort === 'oldest' || sort === 'newest' ? null : sort === 'name' ? name : count,
    seq,
  }));

test('a cursor is read as it was written, and needs no escaping in a URL', () => {
  fc.assert(
    fc.property(cursor, (written) => {
      const word = writeToolCursor(written);
      expect(encodeURIComponent(word)).toBe(word);
      expect(readToolCursor(word)).toEqual(written);
    }),
  );
});

const wordOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['', 'nothing'],
  ['12', 'a number'],
  ['%%%', 'no base64'],
  [wordOf({}), 'no list'],
  [wordOf(['price-asc', 'ten', 1]), 'a text where a price belongs'],
  [wordOf(['price-asc', 2 ** 40, 1]), 'a price that no tool can have'],
  [wordOf(['total', 2 ** 60, 1]), 'a total beyond all numbers'],
  [wordOf(['name', 5, 1]), 'a number where a name belongs'],
  [wordOf(['name', 'a\0b', 1]), 'a name with a character that no text may have'],
  [wordOf(['newest', null, -1]), 'a number below the first'],
  [wordOf(['newest', null, 1.5]), 'half a number'],
  [wordOf(['color', null, 1]), 'an order that there is not'],
  ['A'.repeat(2001), 'something endless'],
])('"%.20s" is none: %s', (word) => {
  expect(readToolCursor(word)).toBeUndefined();
});

test('a total may be larger than a price', () => {
  const total = { sort: 'total', key: 2 ** 40, seq: 1 } as const;
  expect(readToolCursor(writeToolCursor(total))).toEqual(total);
});

test('no word whatever throws', () => {
  fc.assert(fc.property(fc.string(), (word) => void readToolCursor(word)));
});
