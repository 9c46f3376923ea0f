import { expect, test } from 'vitest';
import { synonyms } from './synonyms.ts';

test('each word is of letters, in lower case, and in one group only', () => {
  const words = synonyms.flat();
  expect(words.filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([]);
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
  expect(synonyms.filter((group) => group.length < 2)).toEqual([]);
});
