import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { limitsOf } from './order-list.ts';
import { moneyBack, shortfallOf } from './shortfall.ts';
import '../../../tests/harness/many-cases.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

const toolOf = (its: Partial<Tool> = {}) =>
  ({
    ...{ _id: '', name: 'Bench Plane', image: '', description: '', sku: null, category: null },
    ...{ min_quantity: 6, available_quantity: 180, price: 34, pack: 1 },
    steps: [
      { from: 50, price: 32 },
      { from: 250, price: 29 },
    ],
    restock: { date: '2026-12-03', left: 200 },
    ...its,
  }) as Tool;

const SPLIT = { now: 180, later: 70, date: '2026-12-03' };

test.each([
  ['what is missing waits, or only what is here is taken', {}, { missing: 70, split: SPLIT, less: 180 }],
  ['without a day nothing waits', { restock: undefined }, { missing: 70, split: undefined, less: 180 }],
  ['nor for less than is missing', { restock: { date: '2026-12-03', left: 69 } }, { split: undefined }],
  ['nor for a day that is over', { restock: { date: '2026-11-20', left: 200 } }, { split: undefined }],
  ['fewer than the minimum are not offered', { available_quantity: 5 }, { missing: 245, less: undefined }],
  [
    'all may wait',
    { available_quantity: 0, restock: { date: '2026-12-03', left: 250 } },
    { missing: 250, split: { now: 0, later: 250, date: '2026-12-03' }, less: undefined },
  ],
  [
    'boxes stay whole',
    { available_quantity: 185, pack: 10, min_quantity: 10 },
    { missing: 70, split: SPLIT, less: 180 },
  ],
])('of 250 %s', (_, its, expected) => {
  expect(shortfallOf(toolOf(its), 250, NOW)).toMatchObject({ quantity: 250, ...expected });
});

test.each([
  ['what is here', {}, 180],
  ['no number', {}, null],
  ['fewer than the minimum', { available_quantity: 0 }, 5],
  ['what is no whole number of boxes', { pack: 12, min_quantity: 12 }, 250],
  ['more than anybody may order', {}, 1_000_001],
])('there is no plan for %s', (_, its, quantity) => {
  expect(shortfallOf(toolOf(its), quantity, NOW)).toBeUndefined();
});

const tools = fc
  .record({
    pack: fc.integer({ min: 1, max: 24 }),
    packs: fc.integer({ min: 1, max: 20 }),
    available: fc.integer({ min: 0, max: 2000 }),
    left: fc.integer({ min: 0, max: 500 }),
    price: fc.integer({ min: 2, max: 500 }),
    steps: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
  })
  .map(({ pack, packs, available, left, price, steps }) =>
    toolOf({
      ...{ pack, min_quantity: pack * packs, available_quantity: available, price },
      restock: { date: '2026-12-03', left },
      steps: steps
        .map((more, at) => ({
          from: pack * (packs + steps.slice(0, at + 1).reduce((sum, one) => sum + one, more)),
          price: Math.max(1, price - at - 1),
        }))
        .filter((step, at, all) => step.price < (all[at - 1]?.price ?? price)),
    }),
  );
const quantities = fc.integer({ min: 1, max: 3000 });

test('a plan is there exactly when more stock alone would do, and each way of it can be ordered', () => {
  fc.assert(
    fc.property(tools, quantities, (tool, quantity) => {
      const limits = limitsOf(tool);
      const enough = { ...limits, available: Math.max(limits.available, quantity) };
      const plan = shortfallOf(tool, quantity, NOW);
      const lacksStock = quantity > limits.available && quantityProblem(quantity, enough) === undefined;
      expect(plan !== undefined).toBe(lacksStock);
      if (!plan) return;
      const { split, less, missing } = plan;
      if (less !== undefined) expect(quantityProblem(less, limits)).toBeUndefined();
      if (!split) return;
      expect(split.now + split.later).toBe(quantity);
      expect(split.later).toBe(missing);
      expect(split.now % tool.pack).toBe(0);
      expect(split.later).toBeLessThanOrEqual(tool.restock?.left ?? 0);
    }),
  );
});

test('what goes back for all pieces is all that was paid, and for more pieces never less', () => {
  const offers = fc.constantFrom(0, 30);
  fc.assert(
    fc.property(tools, quantities, offers, fc.integer({ min: 1, max: 3000 }), (tool, quantity, offer, pieces) => {
      const some = Math.min(pieces, quantity);
      const { amount } = orderPrice(tool, quantity, offer);
      expect(moneyBack(tool, quantity, quantity, offer)).toBe(amount);
      expect(moneyBack(tool, quantity, some, offer)).toBeGreaterThanOrEqual(moneyBack(tool, quantity, some - 1, offer));
    }),
  );
});

test('the money of those that wait is what a customer who cancels them gets', () => {
  expect(moneyBack(toolOf(), 250, 70, 0)).toBe(203_000);
  expect(moneyBack(toolOf(), 250, 70, 30)).toBe(142_100);
});
