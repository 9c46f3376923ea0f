import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { againRows, againTotals, type FormerLine } from './order-again.ts';
import { listToday } from './saved-lists.ts';

const ID = '00000000-0000-4000-8000-000000000001' as FormerLine['tool'];
const tool = {
  ...{ _id: ID, name: 'Tape Measure', min_quantity: 12, available_quantity: 3_550, price: 4, pack: 1, steps: [] },
} as unknown as Tool;
const former: FormerLine = { ...{ tool: ID, name: 'Tape Measure', image: '' }, quantity: 3_600, last: null };

function again(its: Partial<Tool> = {}, change = {}) {
  const rows = againRows([former], new Map([[ID as string, { ...tool, ...its }]]), new Map([[ID as string, change]]));
  const { chosen, now } = againTotals(rows);
  if (Object.keys(change).length === 0)
    expect(listToday([{ tool: { ...tool, ...its }, quantity: former.quantity }]).total).toBe(now);
  return { problem: rows[0]?.problem, chosen, now };
}

test('more than there is is not counted until it is made fewer', () => {
  const too = { code: 'too-few', fixes: [{ code: 'quantity', quantity: 3_550 }] };
  expect(again()).toEqual({ problem: too, chosen: 0, now: 0 });
  expect(again({}, { chosen: true })).toEqual({ problem: too, chosen: 0, now: 0 });
  expect(again({}, { quantity: 3_550, chosen: true })).toEqual({
    ...{ problem: undefined, chosen: 1, now: 14_200 },
  });
});

test('what may wait for a delivery is counted, and a dearer price is no problem', () => {
  expect(again({ restock: { date: '2026-12-03', left: 300 } })).toMatchObject({ chosen: 1 });
  expect(again({ available_quantity: 4_000, price: 9 })).toMatchObject({ problem: undefined, chosen: 1 });
});

test('a wrong minimum or pack is chosen for the list to mend, and has no sum that cannot be bought', () => {
  const [few, packs] = [
    { min_quantity: 4_000, available_quantity: 9_000 },
    { pack: 7, available_quantity: 9_000 },
  ];
  expect(again(few)).toMatchObject({ problem: { code: 'below-minimum' }, chosen: 1, now: 0 });
  expect(again(packs)).toMatchObject({ problem: { code: 'not-whole-packs' }, chosen: 1, now: 0 });
  expect(again(few, { chosen: false })).toMatchObject({ chosen: 0 });
  expect(again(few, { quantity: 4_000 })).toMatchObject({ problem: undefined, chosen: 1, now: 16_000 });
});

test('what is sold out has no quantity to choose', () => {
  expect(again({ available_quantity: 0 })).toMatchObject({ problem: undefined, chosen: 0 });
});
