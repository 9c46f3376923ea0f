import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMadeOf } from './new-password.ts';

const WORDS = ['Sam Sample', 'sam.sample@northgate.example', 'Ferris & Sons'];

test.each([
  'samsample',
  'Sam.Sample1',
  'sample123',
  'northgate!',
  'Ferris2026',
  'toolyard',
  'Toolyard1',
  'adminadmin',
  'HammerWrench',
  'password2026',
  'sam.sample@northgate.example',
])('%s is made of words that others know', (password) => {
  expect(isMadeOf(password, WORDS)).toBe(true);
});

test.each([
  'correct horse battery staple',
  'my hammer hangs on a nail',
  'q7#vT2',
  'sam-9fK2wqLm',
  'secret1',
  '日本語の合言葉',
])('%s is not', (password) => {
  expect(isMadeOf(password, WORDS)).toBe(false);
});

test('what has none of the words is never made of them', () => {
  fc.assert(fc.property(fc.stringMatching(/^[xyz0-9]{6,128}$/), (password) => !isMadeOf(password, WORDS)));
});
