import { expect, test } from 'vitest';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { move } from '../orders/move-purchase.ts';
import { movePayment } from './move-payment.ts';

const shop = await ownShop();
const buyer = await shop.person();
const tool = await shop.tool();

test('a payment moves once from where it was seen, alone', async () => {
  const { db } = shop.context;
  const [mine, other] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  for (const order of [mine, other]) await begun(shop, buyer, order);
  const moves = [1, 2].map(() => movePayment(db, { orderId: mine.id, attempt: 1 }, 'open', 'cancelled'));
  expect((await Promise.all(moves)).toSorted()).toEqual([false, true]);
  expect(await movePayment(db, { orderId: mine.id, attempt: 2 }, 'cancelled', 'succeeded')).toBe(false);
  const rows = await shop.sql`select order_id, state from payment`;
  expect(Object.fromEntries([...rows].map(({ order_id, state }) => [order_id, state]))).toEqual({
    [mine.id]: 'cancelled',
    [other.id]: 'open',
  });
});

test('only the arrows of the tables can be written', () => {
  const { db } = shop.context;
  // @ts-expect-error what is paid never waits for its payment again
  const back = () => db.transaction((tx) => move(tx, 'id', 'paid', 'unpaid'));
  // @ts-expect-error what is cancelled is never paid
  const late = () => db.transaction((tx) => move(tx, 'id', 'cancelled', 'paid'));
  // @ts-expect-error money that never came is not given back
  const never = () => movePayment(db, { orderId: 'id', attempt: 1 }, 'creating', 'refunded');
  expect([back, late, never]).toHaveLength(3);
});
