import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';
import { disputePayment } from './work-inbox.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 100 });
const buyer = await shop.person();
const admin = await shop.person('admin');
const DISPUTED_CARD = '4000000000000259';

async function disputed() {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret, DISPUTED_CARD);
  return { id: order.id, intentId, events: await pay.events(intentId) };
}
const reviews = (id: string) => shop.sql`select 1 from audit where target = ${id} and action = 'order.review'`;

test('a charge that is disputed puts its order aside, in whatever order the events come, and an admin sees why', async () => {
  const { id, events } = await disputed();
  expect(events.map((it) => it.type)).toContain('charge.dispute.created');
  for (const event of events.toReversed()) await pay.deliver(event);
  await shop.work();
  for (const event of events) await pay.deliver({ ...event, id: `${event.id}again` });
  await shop.work();
  const all = await shop.call('listOrders', {}, admin);
  expect(all.body.find((it: { _id: string }) => it._id === id)).toMatchObject({
    state: 'review',
    reviewReason: 'dispute',
    paid: false,
  });
  expect(await reviews(id)).toHaveLength(1);
  expect((await shop.call('shipOrder', { params: { id } }, admin)).status).toBe(409);
  expect((await shop.call('cancelOrder', { params: { id } }, buyer)).body.code).toBe('not_cancellable');
  expect(await shop.sql`select hold_quantity from orders where id = ${id}`).toEqual([{ hold_quantity: 5 }]);
  const decision = { review: 1, decision: 'keep', reason: 'The bank agrees.' };
  expect((await shop.call('decideOrder', { params: { id }, body: decision }, admin)).status).toBe(200);
  const changes = async (who: typeof admin) => (await shop.call('getPurchase', { params: { id } }, who)).body.changes;
  expect(await changes(admin)).toMatchObject([
    { what: 'put_aside', why: 'dispute' },
    { what: 'decided', decision: 'keep', reason: 'The bank agrees.' },
  ]);
  expect(await changes(buyer)).toBeUndefined();
});

test('an order that was shipped before is put aside too', async () => {
  const { id, events } = await disputed();
  for (const event of events.filter((it) => it.type !== 'charge.dispute.created')) await pay.deliver(event);
  await shop.work();
  expect((await shop.call('shipOrder', { params: { id } }, admin)).status).toBe(200);
  for (const event of events) await pay.deliver(event);
  await shop.work();
  const [row] = await shop.sql`select state, review_reason from purchase where id = ${id}`;
  expect(row).toEqual({ state: 'review', review_reason: 'dispute' });
});

test('a dispute that is heard again after the decision, because its end was lost in a crash, opens no review', async () => {
  const { id, intentId, events } = await disputed();
  for (const event of events) await pay.deliver(event);
  const [job] = await shop.sql`select id from job where kind = 'charge.dispute.created' order by id desc limit 1`;
  const others = events.filter((it) => it.type !== 'charge.dispute.created');
  await shop.sql`update job set run_at = now() + interval '1 day' where id = ${job?.id}`;
  for (const event of others) await pay.deliver(event);
  await shop.work();
  expect(await disputePayment(shop.context, intentId, job?.id)).toBe('review');
  const decision = { review: 1, decision: 'keep', reason: 'The bank has dropped it.' };
  expect((await shop.call('decideOrder', { params: { id }, body: decision }, admin)).status).toBe(200);
  expect(await disputePayment(shop.context, intentId, job?.id)).toBe('paid');
  expect(await shop.sql`select state, review_no from purchase where id = ${id}`).toEqual([
    { state: 'paid', review_no: 1 },
  ]);
});

test('another dispute is looked into, also while people look into something else', async () => {
  const { id, intentId, events } = await disputed();
  for (const event of events) await pay.deliver(event);
  await shop.work();
  const decision = { review: 1, decision: 'keep', reason: 'The bank has dropped it.' };
  expect((await shop.call('decideOrder', { params: { id }, body: decision }, admin)).status).toBe(200);
  await withPaymentLocked(shop.context.db, intentId, (tx, order) => toReview(tx, order, intentId, 'refund'));
  for (const event of events) await pay.deliver({ ...event, id: `${event.id}second` });
  await shop.work();
  expect(await shop.sql`select review_no, review_reason from purchase where id = ${id}`).toEqual([
    { review_no: 3, review_reason: 'dispute' },
  ]);
});
