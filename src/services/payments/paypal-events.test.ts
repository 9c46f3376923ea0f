import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { toCents } from '#model/kernel/money.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { examineShop } from '../reports/examine-shop.ts';
import { storeEvent } from './store-event.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });

/** A purchase of five pieces for $175. */
async function paidBy(payer: string) {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  const intentId = await paypal.begun(buyer, order);
  await paypal.approve(intentId, payer);
  await paypal.back(buyer, order.id, intentId);
  await later();
  const { captureId = '' } = await paypal.look(intentId);
  return { ...order, params: { id: order.id as OrderId }, buyer, intentId, captureId };
}

async function later() {
  shop.passTime(60_000);
  await shop.work();
}

/** All that PayPal has told of this money, in the order in which it did or the other way round. */
async function hear({ captureId }: { captureId: string }, count: number, turned = false): Promise<void> {
  const told = (await paypal.events(captureId, count)).filter(paypal.isRecent);
  for (const event of turned ? told.toReversed() : told) expect((await paypal.deliver(event)).status).toBe(200);
  await later();
}

const rowOf = async (id: string) => {
  const [row] = await shop.sql`select state, review_reason as why, review_no as no from purchase where id = ${id}`;
  return { ...row };
};

test.each([false, true])(
  'money that PayPal takes back, and lists nowhere, is put aside as disputed',
  async (turned) => {
    const its = await paidBy('reversed');
    const admin = await shop.person('admin');
    await hear(its, 2, turned);
    expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'dispute', no: 1 });
    expect((await shop.call('shipOrder', { params: its.params }, admin)).status).toBe(409);
    const body = { review: 1, decision: 'close', reason: 'PayPal took it back' };
    expect((await shop.call('decideOrder', { params: its.params, body }, admin)).status).toBe(200);
    await hear(its, 2);
    expect(await rowOf(its.id)).toMatchObject({ state: 'refunded', no: 1 });
    expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
  },
);

test('money that went back and is listed puts nothing aside, be it told as reversed', async () => {
  const its = await paidBy('pays');
  const back = { paymentId: its.intentId, amount: toCents(3_500), idempotencyKey: its.id };
  expect(await shop.context.payments.refund(back)).toMatchObject({ ok: true });
  const told = await paypal.events(its.captureId, 2);
  const refunded = told.find(({ body }) => body.includes('CAPTURE.REFUNDED'));
  const { resource } = JSON.parse(refunded?.body ?? '');
  const event = { id: `WH-${its.id}`, type: 'PAYMENT.CAPTURE.REVERSED', createdAt: shop.context.clock() };
  const about = { livemode: false, paymentId: null, captureId: its.captureId, refund: resource.id };
  expect(await storeEvent(shop.context, { ...event, ...about })).toBe(true);
  await later();
  expect(await rowOf(its.id)).toEqual({ state: 'paid', why: null, no: 0 });
  expect(await shop.sql`select state::text from refund where purchase_id = ${its.id}`).toMatchObject([
    { state: 'by_hand' },
  ]);
});

test('a refund that fails after PayPal had said that it is done is heard, and people decide', async () => {
  const its = await paidBy('rebounds');
  const admin = await shop.person('admin');
  const body = { lines: [{ order: its.params.id, pieces: 2 }], amount: 70, reason: 'Damaged' };
  expect((await shop.call('refundPurchase', { params: its.params, body }, admin)).status).toBe(200);
  await later();
  expect(await rowOf(its.id)).toMatchObject({ state: 'paid' });
  await hear(its, 3);
  expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'refund', no: 1 });
  const found = await shop.call('getOrderCase', { params: its.params }, admin);
  expect(found.body.review).toMatchObject({ failed: 70, decisions: ['again', 'keep', 'refund', 'close'] });
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});

test('also long after, when PayPal shows the order no longer', async () => {
  const its = await paidBy('rebounds');
  shop.passTime(100 * DAY);
  const admin = await shop.person('admin');
  const body = { lines: [{ order: its.params.id, pieces: 2 }], amount: 70, reason: 'Damaged' };
  expect((await shop.call('refundPurchase', { params: its.params, body }, admin)).status).toBe(200);
  await later();
  await hear(its, 3);
  expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'refund', no: 1 });
});

test('a body that is larger than any event of PayPal is not read', async () => {
  const signed = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'];
  const headers = Object.fromEntries(signed.map((it) => [`paypal-${it}`, 'x']));
  const send = async (bytes: number) =>
    (await paypal.deliver({ headers, body: JSON.stringify('x'.repeat(bytes)) })).status;
  expect([await send(63 * 1024), await send(65 * 1024)]).toEqual([400, 413]);
});
