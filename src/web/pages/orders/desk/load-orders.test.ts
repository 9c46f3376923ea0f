import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { again, together } from './load-orders.ts';

const order = (id: string, hour: number) =>
  ({ _id: id, createdAt: new Date(Date.UTC(2026, 0, 1, hour)).toISOString() }) as Order;

test('two lists of orders become one, oldest first, each order once and as the later list has it', () => {
  const newest = { rows: [order('c', 3), order('d', 4)], next: { all: '3' } };
  const paid = { rows: [order('a', 1), { ...order('d', 4), shipping: true }], next: { pending: '1' } };
  const { rows, next } = together(newest, paid);
  expect(rows.map(({ _id }) => _id)).toEqual(['a', 'c', 'd']);
  expect(rows.at(-1)?.shipping).toBe(true);
  expect(next).toEqual({ all: '3', pending: '1' });
});

test('the orders of a purchase that a page cut in two stay as they were placed', () => {
  const newest = { rows: [order('l12', 2), order('l13', 2), order('x', 3)], next: { all: '1' } };
  const rest = { rows: [order('a', 1), order('l10', 2), order('l11', 2)], next: {} };
  const ids = ['a', 'l10', 'l11', 'l12', 'l13', 'x'];
  const whole = together(newest, rest);
  expect(whole.rows.map(({ _id }) => _id)).toEqual(ids);
  expect(again(whole, newest).rows.map(({ _id }) => _id)).toEqual(ids);
});

test('of a list that is loaded again what is earlier than the newest orders stays, and these are as they came', () => {
  const before = {
    rows: [order('a', 1), order('b', 2), order('c', 3), order('d', 4)],
    next: { all: '1', unpaid: '2' },
  };
  const first = { rows: [{ ...order('d', 4), shipping: true }, order('e', 5)], next: { all: '4' } };
  const { rows, next } = again(before, first);
  expect(rows.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(rows[3]?.shipping).toBe(true);
  // Where the list is to be filled from, and which tabs go on until it is.
  expect(next).toEqual({ all: '4', unpaid: '2' });
  // One that is no longer among the newest is gone, and where these are all, nothing else is.
  expect(again(before, { ...first, rows: [order('c', 3), order('e', 5)] }).rows.map(({ _id }) => _id)).toEqual([
    ...['a', 'b', 'c', 'e'],
  ]);
  expect(again(before, { rows: first.rows, next: {} }).rows).toEqual(first.rows);
});
