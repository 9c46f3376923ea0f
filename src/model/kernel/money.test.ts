import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, centsToDollars, dollarsToCents, MAX_PAYMENT, percentOf, subtractCents, toCents } from './money.ts';

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
