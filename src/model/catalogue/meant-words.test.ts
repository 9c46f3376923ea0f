import { expect, test } from 'vitest';
import { meantWords } from './meant-words.ts';

const TOOLS = [
  { name: 'Combination Pliers 190 mm, Two-Colour Grip', sku: 'HT-PLC-190' },
  { name: 'LED Torch, Anodised Aluminium, 150 mm', sku: null },
];
const synonyms = [['torch', 'flashlight']];
const meant = (typed: string, tools = TOOLS) => meantWords(typed, tools, synonyms);

test('a word that no tool has is the nearest of theirs', () => {
  expect(meant('plyers')).toBe('pliers');
  expect(meant('Combnation plyers')).toBe('combination pliers');
  expect(meant('troch 150 mm')).toBe('torch 150mm');
});

test('what the tools have as typed is meant as typed', () => {
  for (const typed of ['pliers', 'plier', 'HT-PLC-190', 'flashlight', 'flashlights', '190 mm', 'ht plc', 'two-colour'])
    expect([typed, meant(typed)]).toEqual([typed, undefined]);
});

test('no word is taken for one that does not resemble it, and nothing is meant of no tools', () => {
  expect(meant('hammer')).toBeUndefined();
  expect(meant('xy pliers')).toBeUndefined();
  expect(meant('plyers', [])).toBeUndefined();
});
