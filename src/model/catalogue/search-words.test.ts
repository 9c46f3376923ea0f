import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords, swapped, withoutSlip } from './search-words.ts';

test.each([
  ['8 mm', ['8mm']],
  ['8mm', ['8mm']],
  ['Hammer  16\u00a0OZ ', ['hammer', '16oz']],
  ['10 in wrench', ['10in', 'wrench']],
  ['6 inch', ['6', 'inch']],
  ['HT-WRA-250', ['ht-wra-250']],
  ['  ', []],
])('"%s" looks for %o', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('words are never empty, and looking for them again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = searchWords(text);
      expect(words).not.toContain('');
      for (const word of words) expect(searchWords(word)).toEqual([word]);
    }),
  );
});

test('a word with two neighbours swapped is one of those that the right word becomes', () => {
  expect(swapped('saw')).toEqual(['saw', 'asw', 'swa']);
  expect(swapped('aa')).toEqual(['aa']);
  expect(swapped('')).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (word) => {
      for (const other of swapped(word)) expect(swapped(other)).toContain(word);
    }),
  );
});

test.each([
  ['a letter missing', 'hamer'],
  ['a letter missing at the end', 'hamme'],
  ['a letter too many', 'hammmer'],
  ['a wrong letter', 'hanmer'],
  ['two letters swapped', 'hamemr'],
  ['no slip', 'hammer'],
])('the right word is among those that may have been meant: %s', (_, typed) => {
  expect(withoutSlip(typed)).toContain('hammer');
  expect(withoutSlip('hammer')).toContain(typed);
});

test('of a long text only swaps are undone', () => {
  expect(withoutSlip('x'.repeat(21))).toEqual(['x'.repeat(21)]);
});
