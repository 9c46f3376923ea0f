import { expect, test } from 'vitest';
import type { Cents } from '#model/kernel/money.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { begun, ordered, payments, unreachablePayments } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { lookUpPayment, settleAbsentPayment, settleDeclinedPayment, settlePayment } from './settle-payment.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const buyer = await shop.person();
const tool = await shop.tool({ price: 50, available: 10_000 });

/** What a buyer has approved at PayPal, as PayPal shows it; the shop has not heard of it yet. */
async function approved() {
  const order = await ordered(shop, buyer, tool);
  const intentId = await paypal.begun(buyer, order);
  await paypal.approve(intentId);
  return { id: order.id, seen: await paypal.look(intentId) };
}

const settle = (intent: ProviderPayment) => settlePayment(shop.context, intent);

async function standing(id: string) {
  const [row] = await shop.sql`
    select purchase.state, payment.state as payment, claimed_at,
           (select array_agg(key) from job where kind = 'take-payment' and payload ->> 'orderId' = ${id}) as jobs
      from purchase join payment on order_id = purchase.id where purchase.id = ${id}`;
  return row;
}

test('what is approved is taken by one of all who hear of it', async () => {
  const { id, seen } = await approved();
  expect(await Promise.all([settle(seen), settle(seen), settle(seen)])).toEqual(Array(3).fill('processing'));
  expect(await standing(id)).toEqual({
    ...{ state: 'unpaid', payment: 'capturing', jobs: [`take:${id}:1`] },
    claimed_at: shop.context.clock(),
  });
  const listed = await shop.call('listOrders', { query: { of: id } }, await shop.person('admin'));
  expect(listed.body).toMatchObject([{ _id: id, state: 'unpaid', paying: expect.any(String) }]);
});

interface Case {
  readonly what: string;
  readonly told?: Partial<ProviderPayment>;
  /** Of amounts, in cents. */
  readonly less?: number;
  /** What else has become of it since. */
  readonly since?: (id: string) => Promise<unknown>;
}

const purchaseIs = (state: string) => (id: string) => shop.sql`update purchase set state = ${state} where id = ${id}`;

test.each<Case>([
  { what: 'another amount was approved', less: 1 },
  { what: 'it was approved in another currency', told: { currency: 'eur' } },
  { what: 'it was approved for another order', told: { metadata: { order_id: 'another' } } },
  {
    what: 'the order costs something else by now',
    less: 100,
    since: (id) => shop.sql`update payment set amount_cents = amount_cents - 100 where order_id = ${id}`,
  },
  {
    what: 'its hold has ended',
    since: (id) => shop.sql`update purchase set hold_until = null where id = ${id}`,
  },
  { what: 'the order is expiring', since: purchaseIs('expiring') },
  { what: 'the order is cancelling', since: purchaseIs('cancelling') },
  { what: 'the order is changing', since: purchaseIs('changing') },
  {
    what: 'the payment was given up',
    since: (id) => shop.sql`update payment set state = 'cancelled' where order_id = ${id}`,
  },
])('nothing is taken where $what', async ({ told, less = 0, since }) => {
  const { id, seen } = await approved();
  await since?.(id);
  const before = await standing(id);
  expect(before).toMatchObject({ claimed_at: null, jobs: null });
  expect(await settle({ ...seen, amount: (seen.amount - less) as Cents, ...told })).toBe('open');
  expect(await standing(id)).toEqual(before);
});

test('nor what another provider calls approved: the browser takes it there', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  const seen = await payments(shop).retrieve(intentId);
  expect(await settle({ ...seen, status: 'approved' })).toBe('open');
  expect(await standing(order.id)).toMatchObject({ payment: 'open', jobs: null });
});

test('what is being taken ends by the word of the provider alone', async () => {
  const { id, seen } = await approved();
  await settle(seen);
  expect(await settleAbsentPayment(shop.context, seen.id)).toBe('processing');
  expect(await standing(id)).toMatchObject({ state: 'unpaid', payment: 'capturing' });
  expect(await settleDeclinedPayment(shop.context, seen.id)).toBe('cancelled');
  expect(await standing(id)).toMatchObject({ state: 'unpaid', payment: 'cancelled' });
});

test('money that goes back already pays nothing, also where its order waits for a payment again', async () => {
  const { id, seen } = await approved();
  await shop.sql`
    update payment set state = 'refunded', refunded_cents = amount_cents, capture_id = 'kept' where order_id = ${id}`;
  const money = { ...seen, status: 'captured', amountReceived: seen.amount } as const;
  expect(await settle(money)).toBe('refund_due');
  expect(await standing(id)).toMatchObject({ state: 'unpaid', payment: 'refunded' });
  expect([...(await shop.sql`select 1 from refund where purchase_id = ${id}`)]).toEqual([]);
  const [{ capture_id: kept } = {}] = await shop.sql`select capture_id from payment where order_id = ${id}`;
  expect(kept).toBe('kept');
});

test('a payment of another amount than its order costs by now goes back where it has gone back before', async () => {
  const { id, seen } = await approved();
  const amount = (seen.amount - 100) as Cents;
  await shop.sql`
    update payment set state = 'refunded', amount_cents = ${amount}, refunded_cents = ${amount} where order_id = ${id}`;
  expect(await settle({ ...seen, status: 'captured', amount, amountReceived: amount })).toBe('refund_due');
  expect(await standing(id)).toMatchObject({ state: 'unpaid' });
});

test('who looks a payment up hears why it could not be, and ends the one that the provider does not know', async () => {
  const { id, seen } = await approved();
  expect(await lookUpPayment({ ...shop.context, payments: unreachablePayments() }, 'pi_any')).toEqual({
    ok: false,
    failure: { code: 'unreachable' },
  });
  await shop.sql`update payment set intent_id = '0NOTKNOWN00000000' where order_id = ${id}`;
  expect(await lookUpPayment(shop.context, '0NOTKNOWN00000000')).toEqual({ ok: true, value: 'cancelled' });
  expect(await standing(id)).toMatchObject({ state: 'unpaid', payment: 'cancelled' });
  expect(await lookUpPayment(shop.context, seen.id)).toEqual({ ok: true, value: 'unknown' });
});
