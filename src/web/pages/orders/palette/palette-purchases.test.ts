import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { findPurchases } from './palette-purchases.ts';

const line = (id: string, number: string, tools_name: string, purchase: object = {}): Order =>
  ({
    ...{ _id: `01a2-${id}`, number, tools_name, quantity: 144, amount: 96 },
    purchase: { id: number, number, lines: 1, amount: 4792, ...purchase },
  }) as unknown as Order;

const ORDERS = [
  line('aa11', 'P-1987', 'Combination Pliers 190 mm', { po_number: '4500018822', job: 'Dock 3 refit' }),
  line('bb22', 'P-1987', 'LED Torch, 150 mm', { po_number: '4500018822', job: 'Dock 3 refit' }),
  line('cc33', 'P-198', 'Claw Hammer 16 oz'),
  line('ee55', 'P-1', 'Brick Trowel'),
  line('dd44', 'P-2052', 'Hacksaw 300 mm'),
];
const numbers = (words: string) => findPurchases(words, ORDERS).map(({ number }) => number);

test.each([
  ['1987', ['P-1987']],
  ['P-1987', ['P-1987']],
  ['198', ['P-198', 'P-1987']],
  ['987', []],
  ['19', []],
  ['P-1', ['P-1']],
  ['p-', []],
  ['1', []],
  ['4500018822', ['P-1987']],
  ['dock', ['P-1987']],
  ['dock pliers', ['P-1987']],
  ['dock hammer', []],
  ['flashlight', ['P-1987']],
  ['hammers', ['P-198']],
  ['cc33', ['P-198']],
  ['300', ['P-2052']],
  ['m', []],
  ['', []],
])('"%s" finds %j', (words, found) => {
  expect(numbers(words)).toEqual(found);
});

test('admins find the purchases of a customer, and see whose each is', () => {
  const its = { name: 'Dana Miller', email: 'dana@example.com', item_number: 'GLV-L' };
  const orders = ORDERS.map((order) => ({ ...order, ...(order.number === 'P-198' && its) }));
  for (const words of ['miller', 'dana@example.com', 'dana hammer', 'glv-l', 'cc33'])
    expect(findPurchases(words, orders, true).map((it) => [it.number, it.reference])).toEqual([
      ['P-198', 'Dana Miller'],
    ]);
  expect(findPurchases('4500018822', orders, true).map((it) => it.reference)).toEqual(['PO 4500018822']);
  expect(findPurchases('miller', orders)).toEqual([]);
});

test('the number of an invoice and a transaction id lead to their purchase, and so does what the shop knows to be meant', () => {
  const papers = { invoice: '2026-0431', transactionId: 'pi_3NxYz12Q' };
  const orders = ORDERS.map((order) => ({ ...order, ...(order.number === 'P-198' && papers) }));
  for (const words of ['2026-0431', '2026-04', 'pi_3NxYz12Q'])
    expect(findPurchases(words, orders).map((it) => [it.number, it.itself])).toEqual([['P-198', true]]);
  for (const words of ['2026', 'pi_', 'pi_other123']) expect(findPurchases(words, orders)).toEqual([]);
  const found = findPurchases('pi_other123', orders, true, new Set(['01a2-dd44']));
  expect(found.map(({ number }) => number)).toEqual(['P-2052']);
});

test('one of several tools is named where only it fits, the PO number and the job where they do', () => {
  const [byTool] = findPurchases('pliers', ORDERS);
  expect([byTool?.line?._id, byTool?.tools, byTool?.reference]).toEqual(['01a2-aa11', 2, undefined]);
  const [byJob] = findPurchases('refit', ORDERS);
  expect([byJob?.line, byJob?.amount, byJob?.reference]).toEqual([undefined, 4792, 'Dock 3 refit']);
  expect(findPurchases('45000', ORDERS)[0]?.reference).toBe('PO 4500018822');
});
