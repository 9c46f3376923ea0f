import { expect, test } from 'vitest';
import { phrases, synonyms } from './synonyms.ts';

test('each word is of letters, in lower case, and in one group only', () => {
  const words = synonyms.flat();
  expect(words.filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([]);
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
  expect(synonyms.filter((group) => group.length < 2)).toEqual([]);
});

test('each phrase is of two words or more, in lower case, and in one group only', () => {
  const all = phrases.flat();
  expect(all.filter((phrase) => !/^[a-z]+( [a-z]+)+$/.test(phrase))).toEqual([]);
  expect(all.filter((phrase, place) => all.indexOf(phrase) !== place)).toEqual([]);
  expect(phrases.filter((group) => group.length < 2)).toEqual([]);
});
