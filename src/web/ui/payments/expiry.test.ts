import { expect, test } from 'vitest';
import { expiryProblem, formatExpiry, parseExpiry } from './expiry.ts';

test.each([
  ['1', '1'],
  ['0', '0'],
  ['5', '05 / '],
  ['12', '12 / '],
  ['1/', '01 / '],
  ['122', '12 / 2'],
  ['1228', '12 / 28'],
  ['12/2028', '12 / 28'],
  ['1/28', '01 / 28'],
  ['12 / 202', '12 / 202'],
  ['12 / 289', '12 / 28'],
])('typing %j shows %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test('the separator can be deleted', () => {
  expect(formatExpiry('12 /', true)).toBe('12');
  expect(formatExpiry('1', true)).toBe('1');
  expect(formatExpiry('12 / 2', true)).toBe('12 / 2');
});

test('month and year are read', () => {
  expect(parseExpiry('04 / 29')).toEqual({ month: 4, year: 2029 });
  expect(parseExpiry('13 / 29')).toBeUndefined();
  expect(parseExpiry('00 / 29')).toBeUndefined();
  expect(parseExpiry('04 / 2')).toBeUndefined();
});

test('a card is good until the last day of its month', () => {
  const now = new Date(2026, 10, 30, 23, 59);
  expect(expiryProblem('11 / 26', now)).toBeUndefined();
  expect(expiryProblem('10 / 26', now)).toMatch(/expired/);
  expect(expiryProblem('12 / 25', now)).toMatch(/expired/);
  expect(expiryProblem('12 / 90', now)).toMatch(/month and year/);
  expect(expiryProblem('', now)).toMatch(/Type the expiry/);
});
