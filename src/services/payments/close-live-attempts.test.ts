import { expect, test } from 'vitest';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { closeLiveAttempts } from './close-live-attempts.ts';
import { toReviewOnce } from './to-review.ts';

const shop = await ownShop();
const buyer = await shop.person();
const tool = await shop.tool();
const { db } = shop.context;
const attempts = async (id: string) =>
  (await shop.sql`select state from payment where order_id = ${id} order by attempt`).map((it) => it.state);
const closing = async () =>
  (await shop.sql`select payload from job where kind = 'cancel-intent' order by id`).map((it) => it.payload);

/** An order whose first payment was given back, and whose second one is open. */
async function ready() {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'refunded' where order_id = ${order.id}`;
  return { ...order, ...(await begun(shop, buyer, order)) };
}

test('every payment that can still be paid is closed, of this order alone, and the one in question is not', async () => {
  const [order, other] = [await ready(), await ready()];
  const close = (but: string | null) => db.transaction((tx) => closeLiveAttempts(tx, order.id, but));
  await close(order.intentId);
  expect([await attempts(order.id), await closing()]).toEqual([['refunded', 'open'], []]);
  await close('pi_another');
  await close('pi_another');
  expect(await attempts(order.id)).toEqual(['refunded', 'cancelled']);
  expect(await attempts(other.id)).toEqual(['refunded', 'open']);
  expect(await closing()).toEqual([{ orderId: order.id, attempt: 2 }]);
});

test('an attempt that was never opened ends without asking the provider', async () => {
  const order = await ready();
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id} and attempt = 2`;
  const before = await closing();
  await db.transaction((tx) => closeLiveAttempts(tx, order.id, 'pi_another'));
  expect([await attempts(order.id), await closing()]).toEqual([['refunded', 'cancelled'], before]);
});

test('a trouble is new to people unless they were told of it: of this order, this payment and this kind', async () => {
  const [order, other] = [await ready(), await ready()];
  const tell = (id: string, intentId: string, why: 'dispute' | 'provider') =>
    db.transaction(async (tx) => {
      const [row] = await shop.sql`select id, state, review_no from purchase where id = ${id}`;
      await toReviewOnce(tx, { id, state: row?.state, reviewNo: row?.review_no }, intentId, why);
    });
  const told = async (id: string) => {
    const [row] = await shop.sql`select state, review_no as no, review_intent as intent from purchase where id = ${id}`;
    return { ...row };
  };
  await tell(other.id, 'pi_shared', 'dispute');
  await tell(order.id, order.intentId, 'dispute');
  await tell(order.id, order.intentId, 'dispute');
  expect(await told(order.id)).toEqual({ state: 'review', no: 1, intent: order.intentId });
  await tell(order.id, 'pi_shared', 'dispute');
  expect(await told(order.id)).toEqual({ state: 'review', no: 2, intent: 'pi_shared' });
  await tell(order.id, order.intentId, 'provider');
  expect(await told(order.id)).toEqual({ state: 'review', no: 3, intent: order.intentId });
  await tell(order.id, 'pi_shared', 'dispute');
  expect(await told(order.id)).toMatchObject({ no: 3 });
  expect(await attempts(order.id)).toEqual(['refunded', 'open']);
});
