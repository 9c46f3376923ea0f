import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantityProblem } from './quantity.ts';

const limits = fc.record({ min: fc.integer({ min: 1, max: 1000 }), available: fc.integer({ min: 0, max: 5000 }) });

test.each([
  [4, 'below-minimum'],
  [5, undefined],
  [100, undefined],
  [101, 'above-available'],
  [0, 'empty'],
  [-1, 'empty'],
  [null, 'empty'],
  [5.5, 'empty'],
  [Number.NaN, 'empty'],
  [Number.POSITIVE_INFINITY, 'empty'],
] as const)('%s of 5 to 100: %s', (quantity, problem) => {
  expect(quantityProblem(quantity, { min: 5, available: 100 })).toBe(problem);
});

test('what has less than the minimum left is out of stock, whatever is asked', () => {
  expect(quantityProblem(5, { min: 5, available: 4 })).toBe('out-of-stock');
  expect(quantityProblem(null, { min: 5, available: 0 })).toBe('out-of-stock');
});

test('the last pieces can be ordered when they are just the minimum', () => {
  expect(quantityProblem(5, { min: 5, available: 5 })).toBeUndefined();
});

test('a whole number from the minimum to what is available can be ordered, and nothing else', () => {
  fc.assert(
    fc.property(limits, fc.oneof(fc.integer(), fc.double(), fc.constant(null)), ({ min, available }, quantity) => {
      const fits = quantity !== null && Number.isInteger(quantity) && quantity >= min && quantity <= available;
      expect(quantityProblem(quantity, { min, available }) === undefined).toBe(fits);
    }),
  );
  fc.assert(
    fc.property(limits, fc.nat(5000), ({ min, available }, quantity) => {
      const fits = quantity >= min && quantity <= available;
      expect(quantityProblem(quantity, { min, available }) === undefined).toBe(fits);
    }),
  );
});
