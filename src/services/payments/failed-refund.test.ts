import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { readEvents } from './read-events.ts';

const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const admin = await shop.person('admin');

/** An order whose money came when it was cancelled already, and was given back; `card` says how well. */
async function refundedTo(card: string, who = buyer, meanwhile: () => Promise<unknown> = async () => {}) {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, who, tool);
  const { clientSecret, intentId } = await begun(shop, who, order);
  // As if the provider had never closed the payment.
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  await shop.call('cancelOrder', { params: { id: order.id } }, who);
  await meanwhile();
  await shop.sql`update payment set intent_id = ${intentId} where order_id = ${order.id}`;
  await pay.confirmBy(clientSecret, card);
  const [paid] = (await pay.events(intentId)).filter((it) => it.type === 'payment_intent.succeeded');
  await pay.deliver(paid ?? {});
  shop.passTime(60_000);
  await shop.work();
  expect(await stateOf(order.id)).toEqual({ state: 'refunded', review_reason: null });
  return { id: order.id, intentId };
}
const stateOf = async (id: string) => (await shop.sql`select state, review_reason from purchase where id = ${id}`)[0];

test('a refund that fails afterwards puts its order aside, once, and an admin sees why', async () => {
  const { id, intentId } = await refundedTo('pm_card_refundFail');
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
  const { id } = await refundedTo('pm_card_refundFail');
  await readEvents(shop.context);
  await shop.work();
  expect(await stateOf(id)).toEqual({ state: 'review', review_reason: 'refund' });
});

test.each(['before its money came', 'after its money went back'])(
  'also when its buyer has the offer with another order since, placed %s',
  async (when) => {
    const who = await shop.person();
    const orderAgain = async () => void (await ordered(shop, who, await shop.tool({ available: 10 })));
    const early = when.startsWith('before');
    const { id, intentId } = await refundedTo('pm_card_refundFail', who, early ? orderAgain : undefined);
    if (!early) await orderAgain();
    expect(await shop.sql`select 1 from orders where person_id = ${who.id} and discount_cents > 0`).toHaveLength(2);
    for (const event of await pay.events(intentId)) await pay.deliver(event);
    await shop.work();
    expect(await stateOf(id)).toEqual({ state: 'review', review_reason: 'refund' });
  },
);

/** A refund by hand at the provider, or one of the shop whose answer was lost. */
const refundAgain = async (paymentId: string) => {
  const wish = { paymentId, idempotencyKey: `again:${paymentId}` };
  expect(await shop.context.payments.refund(wish)).toMatchObject({ ok: true, value: { status: 'succeeded' } });
};

test('the late event of an earlier refund puts nothing aside once a later one has given the money back', async () => {
  const { id, intentId } = await refundedTo('pm_card_sandboxRefundFailsOnce');
  const [failed] = (await pay.events(intentId)).filter((it) => it.type === 'refund.failed');
  await refundAgain(intentId);
  for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
    await pay.deliver({ ...failed, type, id: `${failed?.id}${type}` });
  await readEvents(shop.context);
  await shop.work();
  expect(await stateOf(id)).toEqual({ state: 'refunded', review_reason: null });
  expect(
    await shop.sql`select 1 from job where payload ->> 'intentId' = ${intentId} and queue = 'inbox' and done_at is null`,
  ).toHaveLength(0);
});

test('an event whose refunds cannot be listed waits until they can', async () => {
  const { id, intentId } = await refundedTo('pm_card_refundFail');
  shop.setTrouble(({ path }) => (path === '/v1/refunds' ? 'fail-before' : 'none'));
  await readEvents(shop.context);
  await shop.work();
  expect((await stateOf(id))?.state).toBe('refunded');
  expect(
    await shop.sql`select last_error from job where payload ->> 'intentId' = ${intentId} and kind = 'refund.failed'`,
  ).toEqual([{ last_error: 'unreachable' }]);
  shop.setTrouble(() => 'none');
  shop.passTime(60_000);
  await shop.work();
  expect(await stateOf(id)).toEqual({ state: 'review', review_reason: 'refund' });
});
