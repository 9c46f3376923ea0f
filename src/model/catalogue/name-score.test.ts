import { expect, test } from 'vitest';
import { readings, Vocabulary } from './name-score.ts';

const known = new Vocabulary(['toolbox', 'hammer', 'schlüssel', 'saws'], (word) => [word]);

test.each([
  ['a letter is wrong', 'hanmer', 'hammer'],
  ['two are swapped', 'toolobx', 'toolbox'],
  ['a letter that is not Latin is missing', 'schlssel', 'schlüssel'],
  ['a known word is in the plural', 'sawk', 'saws'],
])('a word fits a known one where %s', (_, typed, word) => {
  expect([...known.fits(typed)]).toEqual([[word, 0.8]]);
});

test('a word that is another one fits none', () => {
  expect([...known.fits('zeppelin'), ...known.fits('hamster')]).toEqual([]);
});

test('two words are read as one, in few places', () => {
  expect(readings(['tool', 'box', 'big'], known)).toHaveLength(2);
  expect(readings(Array(30).fill(['tool', 'box']).flat(), known)).toHaveLength(5);
});
