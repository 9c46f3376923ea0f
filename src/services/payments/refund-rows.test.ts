import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payment } from '#tables/payments.ts';
import { payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { confirmed, payByLink, promised } from '../../../tests/harness/promises.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import type { Transaction } from '../kernel/context.ts';
import { move } from '../orders/move-purchase.ts';
import {
  endReturned,
  giveByHand,
  moveRefund,
  planRefund,
  refundsOf,
  refundUnasked,
  tellReturned,
} from './refund-rows.ts';

const shop = await ownShop();
// What is written is due by the database's clock: the shop's stays ahead of it.
shop.passTime(600_000);
const admin = await shop.person('admin');
const by = { personId: admin.id, endedAt: new Date('2026-11-02T12:00:00Z') };

/** Ten pieces for $70, paid, and what is done in one transaction with its payment. */
async function paid() {
  const tool = await shop.tool({ available: 10, price: 10, minQuantity: 1 });
  const its = await paidPurchase(shop, [{ tool, quantity: 10 }]);
  const within = <T>(work: (tx: Transaction, row: typeof payment.$inferSelect) => Promise<T>) =>
    shop.context.db.transaction(async (tx) => {
      const [row] = await tx.select().from(payment).where(eq(payment.intentId, its.intentId)).for('update');
      if (!row) throw new Error('not paid');
      return work(tx, row);
    });
  const rows = async () =>
    (await within(refundsOf)).map(({ no, state, amountCents, endedAt }) => [no, state, amountCents, endedAt]);
  const counted = async () => (await within(async (_, row) => row)).refundedCents;
  return { ...its, within, rows, counted };
}

test('what people give back by hand is not sent as well', async () => {
  const { within, rows, counted, intentId } = await paid();
  const plan = (amountCents: number) => within((tx, row) => planRefund(tx, row, { amountCents }));
  await plan(1_000);
  const second = await plan(500);
  await within((tx) => moveRefund(tx, { id: second?.id ?? '' }, 'due', 'sent', { sentAt: by.endedAt }));
  await within((tx, row) => giveByHand(tx, row, true, by));
  await shop.work();
  // What may be under way is still brought to its end: it was not in the rest.
  expect((await rows()).map(([no, state, cents]) => [no, state, cents])).toEqual([
    [1, 'failed', 1_000],
    [2, 'failed', 500],
    [3, 'by_hand', 6_500],
    [4, 'succeeded', 500],
  ]);
  expect((await rows())[0]?.[3]).toEqual(by.endedAt);
  expect(await counted()).toBe(7_000);
  expect((await payments(shop).refunds(intentId)).map(({ amount }) => amount)).toEqual([500]);
});

test('no more is planned than is left, and the provider is asked for what is due alone', async () => {
  const { id, within, rows } = await paid();
  const plan = (amountCents: number, state?: 'by_hand') =>
    within((tx, row) => planRefund(tx, row, { amountCents, ...(state && { state }) }));
  const asked = async () =>
    (await shop.sql`select 1 from job where kind = 'send-refund' and payload ->> 'orderId' = ${id}`).length;
  expect(await plan(7_001)).toBeUndefined();
  expect(await rows()).toEqual([]);
  await plan(1_000, 'by_hand');
  expect(await asked()).toBe(0);
  await plan(500);
  expect(await asked()).toBe(1);
});

test('a part that has arrived is recorded, and mailed to the buyer alone when the buyer paid', async () => {
  const { id, intentId, within } = await paid();
  const made = await within(async (tx, row) => {
    const planned = await planRefund(tx, row, { amountCents: 1_000, state: 'by_hand' });
    if (!planned) throw new Error('not planned');
    await tellReturned(tx, { ...planned, purchaseId: id, attempt: row.attempt });
    return planned;
  });
  const mails = await shop.sql`select kind from job where key like ${`mail.%:${made.id}`}`;
  expect(mails.map(({ kind }) => kind)).toEqual(['mail.refunded']);
  const [told] = await shop.sql`select meta from audit where target = ${id} and action = 'payment.refunded'`;
  expect(told?.meta).toMatchObject({ intent: intentId, no: 1 });
});

test('whoever paid by a link hears of it too', async () => {
  const tool = await shop.tool({ available: 10, price: 10, minQuantity: 1 });
  const { token } = await promised(shop, await shop.person(), [{ tool, quantity: 10 }]);
  const { clientSecret } = (await payByLink(shop, token)).body;
  expect((await confirmed(shop, token, clientSecret)).status).toBe(200);
  const intentId = clientSecret.split('_secret_')[0];
  const made = await shop.context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(payment).where(eq(payment.intentId, intentId));
    const planned = row && (await planRefund(tx, row, { amountCents: 1_000, state: 'by_hand' }));
    if (!planned) throw new Error('not planned');
    const of = { ...planned, purchaseId: row.orderId, attempt: row.attempt };
    await tellReturned(tx, of);
    return of;
  });
  const mails = await shop.sql`select kind, key, payload from job where key like ${`mail.%:${made.id}`} order by kind`;
  const payload = { orderId: made.purchaseId, intentId, refundId: made.id };
  expect([...mails]).toEqual(
    ['mail.payer-refund', 'mail.refunded'].map((kind) => ({ kind, key: `${kind}:${made.id}`, payload })),
  );
});

test('by hand goes back what failed and nothing has taken the place of, once', async () => {
  const { within, rows, counted } = await paid();
  const fail = (replaces?: string) =>
    within(async (tx, row) => {
      const made = await planRefund(tx, row, { amountCents: 1_000, state: 'sent', replaces });
      const id = made?.id ?? '';
      await moveRefund(tx, { id }, 'sent', 'failed', { endedAt: by.endedAt });
      return id;
    });
  await fail(await fail());
  for (let n = 0; n < 2; n += 1) await within((tx, row) => giveByHand(tx, row, false, by));
  expect(await rows()).toEqual([
    [1, 'failed', 1_000, by.endedAt],
    [2, 'failed', 1_000, by.endedAt],
    [3, 'by_hand', 1_000, by.endedAt],
  ]);
  expect(await counted()).toBe(1_000);
});

test('a refund is moved from where it is, once, and counts no more when it has failed', async () => {
  const { within, counted } = await paid();
  const made = await within((tx, row) => planRefund(tx, row, { amountCents: 1_000 }));
  const its = { id: made?.id ?? '' };
  expect(await within((tx) => moveRefund(tx, its, 'sent', 'failed', {}))).toBe(false);
  expect(await counted()).toBe(1_000);
  expect(await within((tx) => moveRefund(tx, its, 'due', 'failed', {}))).toBe(true);
  expect(await within((tx) => moveRefund(tx, its, 'due', 'failed', {}))).toBe(false);
  expect(await counted()).toBe(0);
});

test('a refund that the shop decides by itself is planned once, even after it failed', async () => {
  const { within, rows } = await paid();
  await within(refundUnasked);
  await within(refundUnasked);
  const [made] = await within(refundsOf);
  await within((tx) => moveRefund(tx, { id: made?.id ?? '' }, 'due', 'failed', {}));
  await within(refundUnasked);
  expect(await rows()).toEqual([[1, 'failed', 7_000, null]]);
});

test('a payment ends when all of its money is back, and its purchase where that was about to end', async () => {
  const { within, id } = await paid();
  const state = async () => {
    const [row] = await shop.sql`
      select purchase.state, payment.state as payment
        from purchase join payment on order_id = purchase.id where purchase.id = ${id}`;
    return { ...row };
  };
  const made = await within((tx, row) => planRefund(tx, row, { amountCents: 7_000, state: 'sent' }));
  const arrive = () => within((tx) => moveRefund(tx, { id: made?.id ?? '' }, 'sent', 'succeeded', {}));
  await within((tx) => move(tx, id, 'paid', 'refund_due'));
  expect(await within(endReturned)).toBe(false);
  expect(await state()).toEqual({ state: 'refund_due', payment: 'succeeded' });
  await arrive();
  expect(await within(endReturned)).toBe(true);
  expect(await state()).toEqual({ state: 'refunded', payment: 'refunded' });
  const [told] = await shop.sql`select meta from audit where target = ${id} and action = 'order.refunded'`;
  expect(told?.meta).toHaveProperty('intent');
});

test.each(['paid', 'review'] as const)(
  'the payment of a purchase in %s does, too, though all of its money is back',
  async (state) => {
    const { within, id } = await paid();
    await within((tx, row) => planRefund(tx, row, { amountCents: 7_000, state: 'by_hand' }));
    if (state === 'review') await setState(shop.sql, id, state, { review_reason: 'returned', review_intent: 'pi_1' });
    expect(await within(endReturned)).toBe(false);
    const [row] = await shop.sql`select state from payment where order_id = ${id}`;
    expect(row?.state).toBe('succeeded');
  },
);

describe('of two payments of a purchase', () => {
  /** The second, for $70, came late: its attempt was given up. And what is done with it in one transaction. */
  async function paidTwice() {
    const its = await paid();
    const { id, intentId } = its;
    await shop.sql`
      insert into payment (order_id, attempt, provider, idempotency_key, intent_id, amount_cents, currency, state)
      select order_id, 2, provider, idempotency_key || ':2', intent_id || '_2', amount_cents, currency, 'cancelled'
        from payment where intent_id = ${intentId}`;
    const second = <T>(work: (tx: Transaction, of: { orderId: string; attempt: number }) => Promise<T>) =>
      shop.context.db.transaction((tx) => work(tx, { orderId: id, attempt: 2 }));
    const states = async () => {
      const [row] = await shop.sql`
        select state, (select array_agg(state order by attempt) from payment where order_id = ${id}) as payments
          from purchase where id = ${id}`;
      return { ...row };
    };
    return { ...its, second, states };
  }

  test('the one that does not pay it ends when its money is back; the purchase stands', async () => {
    const { second, states } = await paidTwice();
    await second((tx, of) => planRefund(tx, of, { amountCents: 6_999, state: 'by_hand' }));
    expect(await second(endReturned)).toBe(false);
    expect(await states()).toEqual({ state: 'paid', payments: '{succeeded,cancelled}' });
    await second((tx, of) => planRefund(tx, of, { amountCents: 1, state: 'by_hand' }));
    expect(await second(endReturned)).toBe(false);
    expect(await states()).toEqual({ state: 'paid', payments: '{succeeded,refunded}' });
  });

  test('the purchase ends with the last, and each payment with its own money', async () => {
    const { within, second, states, id } = await paidTwice();
    await within((tx) => move(tx, id, 'paid', 'refund_due'));
    await within((tx, row) => planRefund(tx, row, { amountCents: 7_000, state: 'by_hand' }));
    const late = await second((tx, of) => planRefund(tx, of, { amountCents: 7_000, state: 'sent' }));
    expect(await within(endReturned)).toBe(false);
    expect(await states()).toEqual({ state: 'refund_due', payments: '{refunded,cancelled}' });
    await second((tx) => moveRefund(tx, { id: late?.id ?? '' }, 'sent', 'succeeded', {}));
    expect(await second(endReturned)).toBe(true);
    expect(await states()).toEqual({ state: 'refunded', payments: '{refunded,refunded}' });
  });
});
