import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { groupByPurchase } from './purchase-groups.ts';

const order = (id: string, of?: string) =>
  ({ _id: id, ...(of && { purchase: { id: of, number: 'P-1', lines: 2, amount: 9 } }) }) as unknown as Order;
const told = (orders: readonly Order[]) => groupByPurchase(orders).map((group) => group.orders.map(({ _id }) => _id));

test('the newest purchase stands first, its orders as they were placed; an order alone is a group of its own', () => {
  expect(told([])).toEqual([]);
  expect(
    told([order('a'), order('b1', 'b1'), order('b2', 'b1'), order('c'), order('d1', 'd1'), order('d2', 'd1')]),
  ).toEqual([['d1', 'd2'], ['c'], ['b1', 'b2'], ['a']]);
});

test('of a purchase only what is left is in its group', () => {
  const [group] = groupByPurchase([order('b2', 'b1')]);
  expect(group).toMatchObject({ key: 'b1', purchase: { lines: 2 } });
});
