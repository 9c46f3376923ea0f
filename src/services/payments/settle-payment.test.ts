import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Cents } from '#model/kernel/money.ts';
import type { OrderState } from '#model/orders/order.ts';
import type { PaymentMode, ProviderPayment } from '#outside/payments/provider.ts';
import { orders, purchase } from '#tables/orders.ts';
import * as tables from '#tables/payments.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { settleAbsentPayment, settlePayment } from './settle-payment.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
const buyer = await shop.person();
const now = shop.context.clock();

/** An order that waits for its payment, and the payment as the provider would show it once it is made. */
async function awaited() {
  const order = await ordered(shop, buyer, tool);
  return { id: order.id, order, paid: await next(order) };
}
async function next(order: { id: string; amount: number }): Promise<ProviderPayment> {
  const open = await pay.retrieve((await begun(shop, buyer, order)).intentId);
  return { ...open, status: 'captured', amountReceived: open.amount };
}
const settle = (intent: ProviderPayment, mode: PaymentMode = 'sandbox') =>
  settlePayment({ ...shop.context, payments: { ...shop.context.payments, mode } }, intent);
const { db } = shop.context;
const orderOf = async (id: string) => {
  const [row] = await db
    .select()
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(eq(orders.id, id));
  return row && { ...row.purchase, ...row.orders };
};
const stands = async (id: string) => {
  const { state, holdQuantity } = (await orderOf(id)) ?? {};
  return [state, holdQuantity];
};
const payment = async (intentId: string) =>
  (await db.select().from(tables.payment).where(eq(tables.payment.intentId, intentId)))[0];
const deeds = (id: string) => shop.sql`select action, meta from audit where target = ${id} order by id offset 1`;
const messages = (id: string) => shop.sql`
  select kind, key, payload from job where payload ->> 'orderId' = ${id} order by id offset 1`;

describe('money that agrees with its order in all but one thing makes no order paid, and people must look', () => {
  const wrong = (its: (due: number) => Partial<ProviderPayment>) => its;
  test.each([
    ['less was asked for', 'amount', wrong((due) => ({ amount: (due - 1) as Cents }))],
    ['less has arrived', 'amount', wrong((due) => ({ amountReceived: (due - 1) as Cents }))],
    ['it is in another currency', 'currency', wrong(() => ({ currency: 'eur' }))],
    ['it was paid for another order', 'order', wrong(() => ({ metadata: { order_id: 'another' } }))],
    ['it is real money in a shop that only plays', 'mode', wrong(() => ({ livemode: true }))],
  ])('%s', async (_what, why, its) => {
    const { id, paid } = await awaited();
    const seen = { ...paid, ...its(paid.amount) };
    expect(await settle(seen)).toBe('review');
    expect(await orderOf(id)).toMatchObject({ state: 'review', reviewReason: why, reviewIntent: paid.id });
    const figures = { received: seen.amountReceived / 100, currency: seen.currency };
    expect([...(await deeds(id))]).toEqual([{ action: 'order.review', meta: { intent: paid.id, why, ...figures } }]);
    expect([...(await messages(id))]).toEqual([]);
  });

  test('it is what was asked for, and not what the order costs', async () => {
    const { id, paid } = await awaited();
    const less = (paid.amount - 1) as Cents;
    await shop.sql`update payment set amount_cents = ${less} where intent_id = ${paid.id}`;
    expect(await settle({ ...paid, amount: less, amountReceived: less })).toBe('review');
    expect(await orderOf(id)).toMatchObject({ state: 'review', reviewReason: 'amount' });
  });

  test('it is play money in a shop that sells', async () => {
    const { id, paid } = await awaited();
    expect(await settle(paid, 'live')).toBe('review');
    expect(await orderOf(id)).toMatchObject({ state: 'review', reviewReason: 'mode' });
  });
});

test('money that agrees in all pays its order: it is written down, and the customer gets a receipt', async () => {
  const { id, paid } = await awaited();
  expect(await settle({ ...paid, livemode: true }, 'live')).toBe('paid');
  expect(await orderOf(id)).toMatchObject({ state: 'paid', paidIntent: paid.id, paidAt: now, holdUntil: null });
  expect(await payment(paid.id)).toMatchObject({ state: 'succeeded', lookedAt: now });
  expect([...(await deeds(id))]).toEqual([{ action: 'order.paid', meta: { intent: paid.id } }]);
  const receipt = { kind: 'mail.receipt', key: `mail.receipt:${paid.id}`, payload: { orderId: id } };
  expect([...(await messages(id))]).toEqual([receipt]);
});

test('admins who ask for it hear of each order that is paid, once', async () => {
  const [asks, other] = [await shop.person('admin'), await shop.person('admin')];
  await shop.sql`insert into admin_mail (person_id, paid_order, dispute, refund_refused, low_stock)
    values (${asks.id}, true, false, false, false), (${other.id}, false, true, true, true)`;
  const { id, paid } = await awaited();
  for (let n = 0; n < 2; n += 1) await settle(paid);
  const told = await shop.sql`select payload from job where kind = 'mail.order-news' and payload ->> 'orderId' = ${id}`;
  expect([...told]).toEqual([{ payload: { orderId: id, news: 'paidOrder', personId: asks.id } }]);
  await shop.sql`update person set role = 'customer' where id in (${asks.id}, ${other.id})`;
});

test('what became of its money since is what is answered, and nothing changes any more', async () => {
  const { id, paid } = await awaited();
  await settle(paid);
  const before = [await deeds(id), await messages(id)];
  for (const [state, answer] of [
    ['paid', 'paid'],
    ['shipped', 'paid'],
    ['review', 'review'],
    ['refund_due', 'refund_due'],
    ['refunded', 'refund_due'],
  ] as const) {
    await setState(shop.sql, id, state);
    expect(await settle(paid), state).toBe(answer);
    expect((await orderOf(id))?.state).toBe(state);
  }
  expect([await deeds(id), await messages(id)]).toEqual(before);
});

test('money that comes when its order is cancelled goes back, once', async () => {
  const { id, paid } = await awaited();
  await shop.call('cancelOrder', { params: { id } }, buyer);
  const [deedsBefore, messagesBefore] = [await deeds(id), await messages(id)];
  for (let n = 0; n < 2; n += 1) expect(await settle(paid)).toBe('refund_due');
  expect(await stands(id)).toEqual(['refund_due', 0]);
  expect((await deeds(id)).slice(deedsBefore.length)).toEqual([
    { action: 'order.refund_due', meta: { intent: paid.id } },
  ]);
  expect((await messages(id)).slice(messagesBefore.length)).toEqual([
    {
      kind: 'send-refund',
      key: expect.stringMatching(/^refund:/),
      payload: { orderId: id, refundId: expect.any(String) },
    },
  ]);
});

describe('a payment that nobody can pay any more', () => {
  const gone = ({ id }: ProviderPayment) => settleAbsentPayment(shop.context, id);
  const closed = (intent: ProviderPayment) => settle({ ...intent, status: 'closed' });
  const held = (id: string, state: OrderState) => setState(shop.sql, id, state);

  test.each([
    ['closed', closed],
    ['unknown to the provider', gone],
  ])('%s: gives back what a hold that ends has kept, and says so', async (_what, end) => {
    const { id, paid } = await awaited();
    await held(id, 'expiring');
    expect(await end(paid)).toBe('cancelled');
    expect(await stands(id)).toEqual(['unpaid', 0]);
    expect((await payment(paid.id))?.state).toBe('cancelled');
    expect([...(await deeds(id))]).toEqual([{ action: 'order.hold_released', meta: {} }]);
  });

  test('lets an order that is being cancelled end', async () => {
    const { id, paid } = await awaited();
    await held(id, 'cancelling');
    expect(await closed(paid)).toBe('cancelled');
    expect(await stands(id)).toEqual(['cancelled', 0]);
    expect((await deeds(id)).map((it) => it.action)).toEqual(['order.cancelled']);
  });

  test.each(['expiring', 'cancelling'] as const)(
    'decides nothing about an order (%s) that a later one may pay',
    async (state) => {
      const { id, order, paid } = await awaited();
      await closed(paid);
      expect(await stands(id)).toEqual(['unpaid', tool.minQuantity]);
      const later = await next(order);
      await held(id, state);
      expect(await closed(paid)).toBe('cancelled');
      expect(await stands(id)).toEqual([state, tool.minQuantity]);
      expect((await payment(later.id))?.state).toBe('open');
      expect([...(await deeds(id))]).toEqual([]);
    },
  );

  test('of which nothing is written down changes nothing', async () => {
    const another = { ...(await awaited()).paid, id: 'pi_another' };
    expect([await closed(another), await gone(another)]).toEqual(['unknown', 'unknown']);
  });
});
