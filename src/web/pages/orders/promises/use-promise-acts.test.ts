import { expect, test } from 'vitest';
import type { ToolId } from '#model/kernel/ids.ts';
import type { ListLine } from '#model/orders/order-list.ts';
import type { PromiseLine } from '#model/orders/promise.ts';
import { withPromised } from './use-promise-acts.ts';

const id = (n: number) => n.toString(16).padStart(24, '0') as ToolId;
const kept = (n: number, quantity: number, addedAt = n): ListLine => ({
  ...{ tool: id(n), name: `Tool ${n}`, quantity, seenPrice: 9, addedAt },
});
const promised = (n: number, quantity: number): PromiseLine => ({
  ...{ tools_id: id(n), tools_name: `Tool ${n}`, tools_image: '', sku: null, quantity },
  ...{ each: 8, total: 8 * quantity, guard: 0, today: null },
});

test('lines of a promise come behind those of the list, in their order and at the promised price', () => {
  const list = withPromised([kept(1, 5)], [promised(3, 20), promised(2, 10)], 100);
  expect(list?.map(({ tool, quantity, seenPrice }) => [tool, quantity, seenPrice])).toEqual([
    [id(1), 5, 9],
    [id(3), 20, 8],
    [id(2), 10, 8],
  ]);
});

test('of a tool in both the larger quantity stays, in its place: putting back twice adds nothing', () => {
  const once = withPromised([kept(1, 5), kept(2, 50)], [promised(1, 20), promised(2, 10)], 100) ?? [];
  expect(once.map(({ tool, quantity }) => [tool, quantity])).toEqual([
    [id(1), 20],
    [id(2), 50],
  ]);
  expect(withPromised(once, [promised(1, 20), promised(2, 10)], 200)).toEqual(once);
});

test('a full list stays as it is', () => {
  const full = Array.from({ length: 200 }, (_, n) => kept(n + 1, 5));
  expect(withPromised(full, [promised(300, 5)], 1000)).toBeUndefined();
  expect(withPromised(full, [promised(200, 6)], 1000)?.length).toBe(200);
});
