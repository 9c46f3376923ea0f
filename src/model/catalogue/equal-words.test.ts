import { expect, test } from 'vitest';
import { equalWords } from './search-words.ts';

const GROUPS = [
  ['torch', 'flashlight', 'lamp'],
  ['spanner', 'wrench'],
];

test.each([
  ['torch', ['torch', 'flashlight', 'lamp']],
  ['lamp', ['lamp', 'torch', 'flashlight']],
  ['wrench', ['wrench', 'spanner']],
  ['wrenches', ['wrenches', 'spanner', 'wrench']],
  ['spanners', ['spanners', 'spanner', 'wrench']],
  ['flash', ['flash', 'torch', 'flashlight', 'lamp']],
  ['flas', ['flas']],
  ['hammer', ['hammer']],
  ['lamps', ['lamps', 'torch', 'flashlight', 'lamp']],
])('%s', (word, expected) => {
  expect(equalWords(word, GROUPS)).toEqual(expected);
});
