import { expect, test } from 'vitest';
import { KnownName, PersonName } from '../identity/credentials.ts';
import { Address } from '../orders/order.ts';
import { isLine, isPlainText } from './plain-text.ts';

test.each([
  ['a zero-width space', '\u200B'],
  ['a Hangul filler', '\u3164'],
  ['the blank Braille pattern', '\u2800'],
  ['a combining mark alone', '\u0301'],
  ['a bell', 'a\u0007'],
])('%s is no text that somebody can read', (_, text) => {
  expect([isPlainText(text), isLine(text)]).toEqual([false, false]);
  expect(Address.safeParse(text).success).toBe(false);
});

test.each([
  '',
  '12 Mill Road',
  'Zoë',
  '한글',
  'שלום',
  '👩🏽‍🔧',
  '❤️',
  '-',
  'a\u200Bb',
  '\u200Fשלום',
  '\u202A+1 555 0142\u202C',
])('%j is plain text', (text) => {
  expect([isPlainText(text), isLine(text)]).toEqual([true, true]);
});

test('lines and tabs are plain text, and no line', () => {
  expect([isPlainText('a\n\tb'), isLine('a\nb'), isLine('a\tb')]).toEqual([true, false, false]);
});

test.each(['\u202Eevil', 'a\u2067b'])('%j is no name for a new account, and may stay that of one', (name) => {
  expect([PersonName.safeParse(name).success, KnownName.safeParse(name).success]).toEqual([false, true]);
});
