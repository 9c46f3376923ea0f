import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOW_STOCK_ORDERS, stockLevel } from './stock-level.ts';

const pieces = { available: fc.nat(10_000), minimum: fc.integer({ min: 1, max: 1_000 }) };

test('out means that nobody can order, low that only a few can', () => {
  fc.assert(
    fc.property(pieces.available, pieces.minimum, (available, minimum) => {
      const orders = Math.floor(available / minimum);
      const expected = orders === 0 ? 'out' : orders < LOW_STOCK_ORDERS ? 'low' : 'enough';
      expect(stockLevel({ available, minimum })).toBe(expected);
    }),
  );
});

test('five orders of the minimum are enough', () => {
  expect(stockLevel({ available: 49, minimum: 10 })).toBe('low');
  expect(stockLevel({ available: 50, minimum: 10 })).toBe('enough');
});

test('more stock never lowers the level', () => {
  const order = ['out', 'low', 'enough'];
  const rank = (available: number, minimum: number) => order.indexOf(stockLevel({ available, minimum }));
  fc.assert(
    fc.property(pieces.available, fc.nat(100), pieces.minimum, (available, more, minimum) => {
      expect(rank(available + more, minimum)).toBeGreaterThanOrEqual(rank(available, minimum));
    }),
  );
});
