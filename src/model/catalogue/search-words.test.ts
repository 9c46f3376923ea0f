import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSlip, searchWords, swapped, withoutSlip } from './search-words.ts';

test.each([
  ['8 mm', ['8mm']],
  ['8mm', ['8mm']],
  ['Hammer  16\u00a0OZ ', ['hammer', '16oz']],
  ['10 in wrench', ['10in', 'wrench']],
  ['6 inch', ['6', 'inch']],
  ['HT-WRA-250', ['ht-wra-250']],
  ['Sa\u0308geblatt', ['s\u00e4geblatt']],
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

describe('one word is another but for one slip', () => {
  const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 22 });
  const isSlipOf = (typed: string, known: string) => isSlip([...typed], [...known]);

  test('where it is among those that may have been meant', () => {
    fc.assert(
      fc.property(word('ab'), fc.nat(), (typed, at) => {
        const meant = withoutSlip(typed);
        const known = meant[at % meant.length] ?? '';
        expect([known, isSlipOf(typed, known)]).toEqual([known, true]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('and only there', () => {
    fc.assert(
      fc.property(word('abc'), word('abc'), (typed, known) => {
        expect(isSlipOf(typed, known)).toBe(withoutSlip(typed).includes(known));
      }),
      { numRuns: 1_000 },
    );
  });

  test('for each two short words', () => {
    const short = ['', ...'abc'].flatMap((a) =>
      ['', ...'abc'].flatMap((b) => ['', ...'abc'].map((c) => `${a}${b}${c}`)),
    );
    for (const typed of short)
      for (const known of short)
        expect([typed, known, isSlipOf(typed, known)]).toEqual([typed, known, withoutSlip(typed).includes(known)]);
  });

  test.each([
    ['häm̈mer', 'häm̈er', true],
    ['zange', 'zänge', true],
    ['𝔸bc', '𝔹bc', true],
    ['𝔸𝔹c', 'c', false],
    ['молток', 'молоток', true],
    ['молоток', 'топор', false],
  ])('with letters of all scripts: %s, %s', (typed, known, expected) => {
    expect(isSlipOf(typed, known)).toBe(expected);
  });
});
