import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { together } from './load-orders.ts';

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
