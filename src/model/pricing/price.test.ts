import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { type Ladder, ladders } from '../../../tests/harness/ladders.ts';
import { MAX_OFFER_PERCENT } from './offer.ts';
import { discountPercent, nextStep, orderPrice } from './price.ts';

const order = fc.record({
  price: fc.integer({ min: 1, max: 1_000_000 }),
  steps: fc.constant([]),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
});
const percent = fc.integer({ min: 0, max: MAX_OFFER_PERCENT });
const WRENCH = {
  price: 10,
  steps: [
    { from: 100, price: 9 },
    { from: 400, price: 8 },
  ],
};

test('the total is quantity x price, the offer 30% of it on the first order only', () => {
  const one = { price: 7, steps: [] };
  const none = { each: 7, total: 23_100, guard: 0, guardedBy: undefined, asked: 23_100 };
  expect(orderPrice(one, 33, SHOP_FACTS.firstOrderPercent)).toEqual({
    ...{ ...none, discount: 6_930, amount: 16_170 },
  });
  expect(orderPrice(one, 33, 0)).toEqual({ ...none, discount: 0, amount: 23_100 });
});

test.each([
  [12, 10, 12_000, 0],
  [85, 10, 85_000, 0],
  [90, 10, 90_000, 0],
  [94, 10, 94_000, 4_000],
  [99, 10, 99_000, 9_000],
  [100, 9, 90_000, 0],
  [399, 9, 359_100, 39_100],
  [400, 8, 320_000, 0],
  [401, 8, 320_800, 0],
])(
  '%d pieces cost $%d each, %d cents together, and %d less because more would cost less',
  (quantity, each, total, guard) => {
    const price = orderPrice(WRENCH, quantity, 30);
    expect(price).toMatchObject({ each, total, guard, discount: ((total - guard) * 30) / 100 });
    expect(price.amount).toBe(total - guard - price.discount);
    expect(discountPercent(price)).toBe(30);
  },
);

test('whoever pays no more than for a larger order is told which; the next step says what it takes and saves', () => {
  expect(orderPrice(WRENCH, 94, 0).guardedBy).toEqual({ from: 100, price: 9 });
  expect(orderPrice(WRENCH, 100, 0).guardedBy).toBeUndefined();
  // Of two larger orders the one that costs least.
  const steep = { price: 10, steps: [...WRENCH.steps.slice(0, 1), { from: 110, price: 1 }] };
  expect(orderPrice(steep, 99, 0)).toMatchObject({ guard: 88_000, guardedBy: { from: 110, price: 1 } });
  expect(nextStep(WRENCH, 85)).toEqual({ from: 100, price: 9, pieces: 15, total: 90_000, saving: 1 });
  expect(nextStep(WRENCH, 100)).toEqual({ from: 400, price: 8, pieces: 300, total: 320_000, saving: 1 });
  expect(nextStep(WRENCH, 400)).toBeUndefined();
});

test('what is charged and what is given make the total, and something is always charged', () => {
  fc.assert(
    fc.property(order, percent, ({ quantity, ...prices }, off) => {
      const { total, discount, amount } = orderPrice(prices, quantity, off);
      expect(total).toBe(prices.price * quantity * 100);
      expect(discount + amount).toBe(total);
      expect(discount > 0).toBe(off > 0);
      expect(discountPercent({ total, discount })).toBe(off);
      // The provider takes no payment below 50 cents.
      expect(amount).toBeGreaterThanOrEqual(50);
    }),
  );
});

test('100,000 ladders and quantities: as a rule says that knows nothing but the rows, and never dearer than a larger order', () => {
  const drawn = ladders(19, 100_000);
  const wrong = drawn.filter(({ quantity, ...ladder }) => {
    const { each, total, guard, discount, amount } = orderPrice(ladder, quantity, 30);
    const naive = naiveCents(ladder, quantity);
    const larger = quantity + 1 + (quantity % 50);
    return (
      each * quantity * 100 !== total ||
      total - guard !== naive ||
      discount !== Math.round(naive * 0.3) ||
      amount !== naive - discount ||
      amount > orderPrice(ladder, larger, 30).amount ||
      each !== eachOf(ladder, quantity)
    );
  });
  expect(wrong).toEqual([]);
  expect(drawn.filter(({ quantity, ...ladder }) => orderPrice(ladder, quantity, 0).guard > 0).length).toBeGreaterThan(
    5_000,
  );
});

/** The least that this many or more pieces cost, each row tried on its own. */
function naiveCents({ price, steps }: Pick<Ladder, 'price' | 'steps'>, quantity: number): number {
  let each = price;
  for (const step of steps) if (quantity >= step.from) each = step.price;
  let cents = quantity * each * 100;
  for (const step of steps) if (step.from > quantity) cents = Math.min(cents, step.from * step.price * 100);
  return cents;
}

test('a fraction of a dollar or of a piece is a mistake of the program', () => {
  expect(() => orderPrice({ price: 0.005, steps: [] }, 1, 0)).toThrow(RangeError);
  expect(() => orderPrice({ price: 1, steps: [] }, 1.001, 0)).toThrow(RangeError);
});
