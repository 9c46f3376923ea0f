import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { readEvents } from './read-events.ts';

const REFUND_FAILS = '4000000000005126';
const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const admin = await shop.person('admin');

/** An order whose money came when it was cancelled already, and was given back in vain. */
async function refundedInVain() {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  // As if the provider had never closed the payment.
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
  await shop.sql`update payment set intent_id = ${intentId} where order_id = ${order.id}`;
  await pay.confirm(clientSecret, REFUND_FAILS);
  const [paid] = (await pay.events(intentId)).filter((it) => it.type === 'payment_intent.succeeded');
  await pay.deliver(paid ?? {});
  shop.passTime(60_000);
  await shop.work();
  expect(await stateOf(order.id)).toEqual({ state: 'refunded', review_reason: null });
  return { id: order.id, intentId };
}
const stateOf = async (id: string) => (await shop.sql`select state, review_reason from orders where id = ${id}`)[0];

test('a refund that fails afterwards puts its order aside, once, and an admin sees why', async () => {
  const { id, intentId } = await refundedInVain();
  const events = await pay.events(intentId);
  expect(events.map((it) => it.type)).toContain('refund.failed');
  for (const event of events) await pay.deliver(event);
  await shop.work();
  for (const event of events.toReversed()) await pay.deliver({ ...event, id: `${event.id}again` });
  await shop.work();
  const all = await shop.call('listOrders', {}, admin);
  expect(all.body.find((it: { _id: string }) => it._id === id)).toMatchObject({
    ...{ state: 'review', reviewReason: 'refund', paid: false },
  });
  expect(await shop.sql`select 1 from audit where target = ${id} and action = 'order.review'`).toHaveLength(1);
});

test('also when its webhook is lost', async () => {
  const { id } = await refundedInVain();
  await readEvents(shop.context);
  await shop.work();
  expect(await stateOf(id)).toEqual({ state: 'review', review_reason: 'refund' });
});
