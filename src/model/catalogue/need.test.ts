import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ladders } from '../../../tests/harness/ladders.ts';
import { splitOf } from '../orders/order-list.ts';
import { atNeed, MAX_NEED, readNeed } from './need.ts';
import { quantityProblem } from './quantity.ts';
import type { Tool } from './tool.ts';

const WRENCH = {
  ...{ price: 10, min_quantity: 12, pack: 1, available_quantity: 1320 },
  steps: [
    { from: 100, price: 9 },
    { from: 400, price: 8 },
  ],
};
const restock = (left: number) => ({ restock: { date: '2026-12-03', left } });

describe('each row of what a card says', () => {
  test.each([
    ['all here', {}, 250, 250, { code: 'all' }],
    ['rounded up to boxes', { pack: 12 }, 250, 252, { code: 'all' }],
    ['a minimum above the need', { min_quantity: 300 }, 250, 300, { code: 'minimum' }],
    ['a part here', { available_quantity: 180 }, 250, 250, { code: 'part', now: 180, later: undefined }],
    [
      'a part here, the rest with a delivery',
      { available_quantity: 180, ...restock(400) },
      ...([250, 250, { code: 'part', now: 180, later: { pieces: 70, date: '2026-12-03' } }] as const),
    ],
    [
      'a delivery that covers a part of the rest',
      { available_quantity: 180, ...restock(40) },
      ...([250, 250, { code: 'part', now: 180, later: { pieces: 40, date: '2026-12-03' } }] as const),
    ],
    [
      'fewer than the minimum, and the rest with a delivery',
      { available_quantity: 5, ...restock(12) },
      ...([15, 15, { code: 'part', now: 5, later: { pieces: 10, date: '2026-12-03' } }] as const),
    ],
    [
      'fewer than the minimum, and not all of the rest with a delivery',
      { available_quantity: 11, ...restock(200) },
      ...([250, 250, { code: 'none', later: { pieces: 200, date: '2026-12-03' } }] as const),
    ],
    [
      'none here, all with a delivery',
      { available_quantity: 0, ...restock(400) },
      ...([250, 250, { code: 'none', later: { pieces: 250, date: '2026-12-03' } }] as const),
    ],
    ['none at all', { available_quantity: 0 }, 250, 250, { code: 'none', later: undefined }],
    ['a delivery of which all is sold', { available_quantity: 0, ...restock(0) }, 5, 12, { code: 'none' }],
  ])('%s', (_, its, need, quantity, stock) => {
    expect(atNeed({ ...WRENCH, ...its }, need)).toMatchObject({ quantity, stock });
  });
});

test('the total is what is asked: no more than for a larger quantity', () => {
  expect(atNeed(WRENCH, 85)).toMatchObject({ each: 10, asked: 85_000, noMoreThanFor: undefined });
  expect(atNeed(WRENCH, 94)).toMatchObject({ each: 10, asked: 90_000, noMoreThanFor: 100 });
  expect(atNeed(WRENCH, 250)).toMatchObject({ each: 9, asked: 225_000 });
});

test('whatever the ladder, the quantity is the least that covers the need, and what is said of stock adds up', () => {
  const tools = ladders(71, 3_000);
  const drawn = fc.record({
    place: fc.nat(tools.length - 1),
    need: fc.integer({ min: 1, max: 20_000 }),
    available: fc.nat(30_000),
    left: fc.option(fc.nat(20_000)),
  });
  fc.assert(
    fc.property(drawn, ({ place, need, available, left }) => {
      const ladder = tools[place] as (typeof tools)[0];
      const tool = { ...ladder, available_quantity: available, ...(left !== null && restock(left)) };
      const { quantity, stock } = atNeed(tool, need);
      const covers = (pieces: number) => pieces >= need && pieces >= ladder.min_quantity && pieces % ladder.pack === 0;
      expect([covers(quantity), covers(quantity - ladder.pack)]).toEqual([true, false]);
      const limits = { min: ladder.min_quantity, available, pack: ladder.pack };
      expect(quantityProblem(quantity, limits) === undefined).toBe(stock.code === 'all' || stock.code === 'minimum');
      if (stock.code === 'none') expect(quantityProblem(quantity, limits)).toBe('out-of-stock');
      if (stock.code === 'all') expect(ladder.min_quantity).toBeLessThanOrEqual(need);
      if (!('later' in stock)) return;
      const now = stock.code === 'part' ? stock.now : 0;
      // The order list offers the same.
      const split = splitOf({ quantity }, tool as unknown as Tool);
      const covered = now + (stock.later?.pieces ?? 0) === quantity;
      expect(covered ? { now, later: stock.later?.pieces, date: stock.later?.date } : undefined).toEqual(split);
      const sum = now + (stock.later?.pieces ?? 0);
      expect(sum).toBeLessThanOrEqual(quantity);
      expect(sum % ladder.pack).toBe(0);
      // Nothing that could come is left out.
      if ((left ?? 0) >= quantity - now) expect(sum).toBe(quantity);
    }),
    { numRuns: 2_000 },
  );
});

test('whoever needs more never pays less', () => {
  for (const ladder of ladders(72, 2_000)) {
    const asked = [1, 5, 12, 90, 94, 99, 100, 250, 999, 5_000].map(
      (need) => atNeed({ ...ladder, available_quantity: 0 }, need).asked,
    );
    expect(asked).toEqual(asked.toSorted((a, b) => a - b));
  }
});

test.each([
  ['250', 250],
  ['1,000', 1_000],
  ['1 000', 1_000],
  ['250 pcs', 250],
  [' 1 piece. ', 1],
  ['1,000,000', MAX_NEED],
  ['1,000,001', undefined],
  ['0', undefined],
  ['', undefined],
  ['-5', undefined],
  ['2.5', undefined],
  ['1e3', undefined],
  ['1,00', undefined],
  ['0x10', undefined],
  ['٣', undefined],
  ['99999999999999999999', undefined],
  ['250<script>', undefined],
])('"%s" is %s', (text, need) => {
  expect(readNeed(text)).toBe(need);
});
