import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { MAX_OFFER_PERCENT } from './offer.ts';
import { discountPercent, orderPrice } from './price.ts';

const order = fc.record({
  price: fc.integer({ min: 1, max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
});
const percent = fc.integer({ min: 0, max: MAX_OFFER_PERCENT });

test('the total is quantity x price, the offer 30% of it on the first order only', () => {
  expect(orderPrice(7, 33, SHOP_FACTS.firstOrderPercent)).toEqual({ total: 23_100, discount: 6_930, amount: 16_170 });
  expect(orderPrice(7, 33, 0)).toEqual({ total: 23_100, discount: 0, amount: 23_100 });
});

test('what is charged and what is given make the total, and something is always charged', () => {
  fc.assert(
    fc.property(order, percent, ({ price, quantity }, off) => {
      const { total, discount, amount } = orderPrice(price, quantity, off);
      expect(total).toBe(price * quantity * 100);
      expect(discount + amount).toBe(total);
      expect(discount > 0).toBe(off > 0);
      expect(discountPercent({ total, discount })).toBe(off);
      // The provider takes no payment below 50 cents.
      expect(amount).toBeGreaterThanOrEqual(50);
    }),
  );
});

test('a larger order never costs less', () => {
  fc.assert(
    fc.property(order, percent, ({ price, quantity }, off) => {
      const amount = (pieces: number) => orderPrice(price, pieces, off).amount;
      expect(amount(quantity + 1)).toBeGreaterThan(amount(quantity));
    }),
  );
});

test('a fraction of a dollar or of a piece is a mistake of the program', () => {
  expect(() => orderPrice(0.005, 1, 0)).toThrow(RangeError);
  expect(() => orderPrice(1, 1.001, 0)).toThrow(RangeError);
});
