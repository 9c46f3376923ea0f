import { expect, test } from 'vitest';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { move } from './move-purchase.ts';
import { finishCancel } from './release-hold.ts';

const shop = await ownShop();
const buyer = await shop.person();
const tool = await shop.tool();

test('an order moves along an arrow that its life has, alone; along no other, and then nothing has happened', async () => {
  const [order, other] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  const { db } = shop.context;
  const paid = { paidAt: new Date(), paidIntent: 'pi_1', holdUntil: null };
  await db.transaction((tx) => move(tx, order.id, 'unpaid', 'paid', paid));
  const rows = await shop.sql`select id, state, paid_intent from purchase order by id`;
  expect([...rows]).toEqual(
    [
      { id: order.id, state: 'paid', paid_intent: 'pi_1' },
      { id: other.id, state: 'unpaid', paid_intent: null },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const before = await shopState(shop.sql);
  await expect(db.transaction((tx) => move(tx, order.id, 'unpaid', 'paid', { paidIntent: 'pi_2' }))).rejects.toThrow(
    order.id,
  );
  expect(await shopState(shop.sql)).toBe(before);
});

test('an order that is not where it was seen to be is not cancelled, nor said to be', async () => {
  const order = await ordered(shop, buyer, tool);
  const before = await shopState(shop.sql);
  const cancelled = shop.context.db.transaction((tx) => finishCancel(tx, order.id, 'cancelling'));
  await expect(cancelled).rejects.toThrow(order.id);
  expect(await shopState(shop.sql)).toBe(before);
});
