import { expect, test } from 'vitest';
import { Address } from '../orders/order.ts';
import { isLine, isPlainText } from './plain-text.ts';

test.each([
  ['a zero-width space', '\u200B'],
  ['a Hangul filler', '\u3164'],
  ['the blank Braille pattern', '\u2800'],
  ['a combining mark alone', '\u0301'],
  ['a turned direction', '\u202Eevil'],
  ['an isolated direction', 'a\u2067b'],
  ['a bell', 'a\u0007'],
])('%s is no text that somebody can read', (_, text) => {
  expect([isPlainText(text), isLine(text)]).toEqual([false, false]);
  expect(Address.safeParse(text).success).toBe(false);
});

test.each(['', '12 Mill Road', 'Zoë', '한글', 'שלום', '👩🏽‍🔧', '❤️', '-', 'a\u200Bb', '\u200Fשלום'])(
  '%j is plain text',
  (text) => {
    expect([isPlainText(text), isLine(text)]).toEqual([true, true]);
  },
);

test('lines and tabs are plain text, and no line', () => {
  expect([isPlainText('a\n\tb'), isLine('a\nb'), isLine('a\tb')]).toEqual([true, false, false]);
});
