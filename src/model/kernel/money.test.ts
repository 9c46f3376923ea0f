import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cents,
  centsToDollars,
  dollarsToCents,
  formatCents,
  formatDollars,
  MAX_PAYMENT,
  percentOf,
  subtractCents,
  toCents,
} from './money.ts';

const cents = fc.integer({ min: 0, max: MAX_PAYMENT }).map(toCents);

test('money is whole cents: everything else is a mistake of the program', () => {
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -0.1])
    expect(() => toCents(amount)).toThrow(RangeError);
  expect(() => dollarsToCents(0.001)).toThrow(RangeError);
  expect(() => subtractCents(Number.MIN_SAFE_INTEGER as Cents, 1 as Cents)).toThrow(RangeError);
});

test('dollars become cents and come back', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(Math.round(centsToDollars(amount) * 100)).toBe(amount);
      expect(formatDollars(centsToDollars(amount))).toBe(formatCents(amount));
    }),
  );
  expect(dollarsToCents(1_000_000)).toBe(100_000_000);
});

test('a share is rounded half up, is never more than the whole, and the two shares make the whole to a cent', () => {
  expect([1, 5, 10, 15, 25, 35].map((amount) => percentOf(toCents(amount), 10))).toEqual([0, 1, 1, 2, 3, 4]);
  expect(percentOf(toCents(23_100), 30)).toBe(6_930);
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
      const share = percentOf(amount, percent);
      expect(Math.abs(share * 100 - amount * percent)).toBeLessThanOrEqual(50);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(amount);
      expect(Math.abs(share + percentOf(amount, 100 - percent) - amount)).toBeLessThanOrEqual(1);
    }),
  );
  fc.assert(
    fc.property(cents, (amount) => void expect([percentOf(amount, 0), percentOf(amount, 100)]).toEqual([0, amount])),
  );
});

test('an amount is written with a dollar sign, separators, and cents only when there are some', () => {
  const written = [0, 5, 50, 100, 714_000, 714_050, 99_999_999, -100, -1].map((amount) => formatCents(toCents(amount)));
  expect(written).toEqual([
    '$0',
    '$0.05',
    '$0.50',
    '$1',
    '$7,140',
    '$7,140.50',
    '$999,999.99',
    '\u2212$1',
    '\u2212$0.01',
  ]);
});

test('what is written can be read back to the same amount, and says nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_PAYMENT, max: MAX_PAYMENT }), (amount) => {
      const text = formatCents(toCents(amount));
      expect(text).toMatch(/^\u2212?\$\d{1,3}(,\d{3})*(\.\d\d)?$/);
      const dollars = Number(text.replace('\u2212', '-').replace(/[$,]/g, ''));
      expect(Math.round(dollars * 100) + 0).toBe(amount + 0);
    }),
  );
});
