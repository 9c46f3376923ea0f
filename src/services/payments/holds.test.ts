import { beforeEach, expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { expireHolds } from './expire-holds.ts';
import { sweepPayments } from './sweep-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
const MINUTE = 60_000;
let buyer = await shop.person();
let other = await shop.person();
beforeEach(renew);

async function renew() {
  buyer = await shop.renewed(buyer);
  other = await shop.renewed(other);
}

const pass = async (ms: number) => {
  shop.passTime(ms);
  await renew();
};
const row = async (id: string) =>
  (await shop.sql`select state, hold_quantity as held, hold_no as holds from orders where id = ${id}`)[0];
const available = async (id: string) => {
  const [it] =
    await shop.sql`select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved
    from tool where id = ${id}`;
  expect(it?.available).toBe(it?.moved);
  return it?.available;
};
const press = (order: { id: string; amount: number }) =>
  shop.call('createPaymentIntent', { body: { price: order.amount, order_id: order.id } }, buyer);
const patch = (order: { id: string }, transactionId: string) =>
  shop.call('confirmPayment', { params: { id: order.id }, body: { order_id: order.id, transactionId } }, buyer);

test('the hold of an order that nobody pays ends after an hour, once; the order stays and can still be paid', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  await pass(59 * MINUTE);
  await shop.work();
  expect(await available(tool.id)).toBe(5);
  await pass(2 * MINUTE);
  await Promise.all([expireHolds(shop.context), expireHolds(shop.context), expireHolds(shop.context)]);
  expect(await available(tool.id)).toBe(10);
  expect(await row(order.id)).toEqual({ state: 'unpaid', held: 0, holds: 1 });
  expect((await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer)).body).toContainEqual(
    expect.objectContaining({ _id: order.id, paid: false, holdUntil: null }),
  );
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  expect(await row(order.id)).toEqual({ state: 'unpaid', held: 5, holds: 2 });
  expect(await available(tool.id)).toBe(5);
  await pay.confirm(clientSecret);
  expect((await patch(order, intentId)).status).toBe(200);
  expect(await available(tool.id)).toBe(5);
});

test('a visit to the payment page holds the stock for another hour', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  await pass(50 * MINUTE);
  await begun(shop, buyer, order);
  const hour = new Date(shop.context.clock().getTime() + 60 * MINUTE).toISOString();
  expect(await shop.sql`select 1 from purchase where id = ${order.id} and hold_until = ${hour}`).toHaveLength(1);
  await pass(50 * MINUTE);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'unpaid', held: 5 });
});

test('an open payment is closed at the provider before its stock is given back', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pass(61 * MINUTE);
  await expireHolds(shop.context);
  expect(await row(order.id)).toMatchObject({ state: 'expiring', held: 5 });
  expect(await available(tool.id)).toBe(5);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'unpaid', held: 0 });
  expect(await available(tool.id)).toBe(10);
  expect((await pay.retrieve(intentId)).status).toBe('closed');
  expect((await pay.confirm(clientSecret)).status).toBe(400);
  expect(await patch(order, intentId)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
  const next = await begun(shop, buyer, order);
  expect(next.intentId).not.toBe(intentId);
  expect(await row(order.id)).toMatchObject({ held: 5 });
});

test('who presses Pay while the hold is being ended waits for its end and gets another payment, or learns that all is paid', async () => {
  const tool = await shop.tool({ available: 10 });
  const [left, paid] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  const [first, second] = [await begun(shop, buyer, left), await begun(shop, buyer, paid)];
  await pass(61 * MINUTE);
  await expireHolds(shop.context);
  for (const { id } of [left, paid]) expect(await row(id)).toMatchObject({ state: 'expiring', held: 5 });
  await pay.confirm(second.clientSecret);
  expect((await press(paid)).body.code).toBe('already_paid');
  expect(await row(paid.id)).toMatchObject({ state: 'paid', held: 5 });

  const next = await begun(shop, buyer, left);
  expect(next.intentId).not.toBe(first.intentId);
  expect((await pay.retrieve(first.intentId)).status).toBe('closed');
  expect(await row(left.id)).toEqual({ state: 'unpaid', held: 5, holds: 2 });
  // What was left to the background finds its work done.
  await shop.work();
  expect(await row(left.id)).toEqual({ state: 'unpaid', held: 5, holds: 2 });
  await pay.confirm(next.clientSecret);
  expect((await patch(left, next.intentId)).status).toBe(200);
  expect(await available(tool.id)).toBe(0);
});

test('who pays while the hold is being ended has paid, and keeps the stock', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pass(61 * MINUTE);
  await expireHolds(shop.context);
  await pay.confirm(clientSecret);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'paid', held: 5 });
  expect(await available(tool.id)).toBe(5);
  expect((await patch(order, intentId)).status).toBe(200);
});

test('while the bank decides, the hold does not end', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirmSlowly(clientSecret);
  await pass(61 * MINUTE);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'expiring', held: 5 });
  expect(await press(order)).toMatchObject({
    ...{ status: 409, body: { code: 'in_progress', figures: { transactionId: intentId } } },
  });
  await pay.settle(intentId, 'fail');
  await pass(15 * MINUTE);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'unpaid', held: 0 });
  expect(await available(tool.id)).toBe(10);
});

test('an attempt whose payment was never opened ends with its hold, without asking the provider', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  await pass(61 * MINUTE);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'unpaid', held: 0 });
  expect(await shop.sql`select state from payment where order_id = ${order.id}`).toEqual([{ state: 'cancelled' }]);
  expect(
    await shop.sql`select 1 from job where kind not like 'mail.%' and payload ->> 'orderId' = ${order.id}`,
  ).toEqual([]);
});

test('a hold that cannot be ended now does not keep the stock of those behind it', async () => {
  const tool = await shop.tool({ available: 10 });
  const [stuck, behind] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  await pass(61 * MINUTE);
  await shop.sql.unsafe(`alter table orders add constraint stuck check (id <> '${stuck.id}') not valid`);
  await expireHolds(shop.context);
  expect([await row(stuck.id), await row(behind.id)]).toMatchObject([{ held: 5 }, { held: 0 }]);
  await shop.sql`alter table orders drop constraint stuck`;
  expect(await expireHolds(shop.context)).toBe(1);
  expect(await expireHolds(shop.context)).toBe(0);
  expect(await available(tool.id)).toBe(10);
});

test('an order whose hold ended is out of stock when others have bought the rest', async () => {
  const tool = await shop.tool({ available: 8 });
  const order = await ordered(shop, buyer, tool);
  await pass(61 * MINUTE);
  await shop.work();
  await ordered(shop, other, tool, 7);
  const detail = 'The stock held for this order has run out in the meantime. Nothing was charged.';
  expect(await press(order)).toMatchObject({ status: 409, body: { code: 'out_of_stock', detail } });
  expect(await row(order.id)).toMatchObject({ state: 'unpaid', held: 0, holds: 1 });
  expect(await available(tool.id)).toBe(1);
  expect(await pay.ofOrder(order.id)).toEqual([]);
});

test('an order of a tool that was deleted since keeps its hold, and gets no new one', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  await shop.sql`update tool set deleted_at = now() where id = ${tool.id}`;
  await begun(shop, buyer, order);
  await pass(61 * MINUTE);
  await shop.work();
  expect((await press(order)).body.code).toBe('out_of_stock');
});

/** An order that has lost its hold although its payment is open and was paid: what no order of events should bring. */
const endHold = (id: string) => shop.sql`
  with o as (update orders set hold_quantity = 0 where id = ${id} returning id, tool_id, hold_no, quantity),
       m as (insert into stock_move (tool_id, order_id, hold_no, kind, delta)
             select tool_id, id, hold_no, 'release', quantity from o)
  update tool set available = available + o.quantity from o where tool.id = o.tool_id`;

async function paidWithoutHold(available: number) {
  const tool = await shop.tool({ available });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await endHold(order.id);
  await pay.confirm(clientSecret);
  return { tool, order, intentId };
}

test('money that comes after the hold was lost takes the stock again while there is some', async () => {
  const { tool, order, intentId } = await paidWithoutHold(9);
  expect((await patch(order, intentId)).status).toBe(200);
  expect(await row(order.id)).toEqual({ state: 'paid', held: 5, holds: 2 });
  expect(await available(tool.id)).toBe(4);
});

test('money that comes when the stock is sold goes back by itself, once', async () => {
  const { tool, order, intentId } = await paidWithoutHold(9);
  await ordered(shop, other, tool, 9);
  expect(await patch(order, intentId)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
  expect(await row(order.id)).toMatchObject({ state: 'refund_due', held: 0 });
  shop.passTime(MINUTE);
  await Promise.all([sweepPayments(shop.context), shop.work(), shop.work()]);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'refunded' });
  expect((await pay.refunds(intentId)).map((it) => it.amount)).toEqual([order.amount * 100]);
  for (const event of await pay.events(intentId)) await pay.deliver(event);
  await shop.work();
  expect(await pay.refunds(intentId)).toHaveLength(1);
  const deeds = await shop.sql`select action from audit where target = ${order.id} order by id`;
  expect(deeds.map((it) => it.action)).toEqual(['order.placed', 'order.refund_due', 'order.refunded']);
  expect(await available(tool.id)).toBe(0);
});

test('a refund that fails with an answer kept for its key is looked for after an hour, and tried again as another', async () => {
  const { tool, order, intentId } = await paidWithoutHold(9);
  await ordered(shop, other, tool, 9);
  await patch(order, intentId);
  shop.setTrouble(({ path }) => (path === '/v1/refunds' ? 'fail-before' : 'none'));
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'refund_due' });
  shop.setTrouble(() => 'none');
  shop.passTime(61 * MINUTE);
  await shop.work();
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'refunded' });
  expect(await pay.refunds(intentId)).toHaveLength(1);
});

test('a refund whose answer was lost is not made twice', async () => {
  const { tool, order, intentId } = await paidWithoutHold(9);
  await ordered(shop, other, tool, 9);
  await patch(order, intentId);
  shop.setTrouble(({ path }) => (path === '/v1/refunds' ? 'fail-after' : 'none'));
  await shop.work();
  shop.setTrouble(() => 'none');
  shop.passTime(61 * MINUTE);
  await shop.work();
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'refunded' });
  expect(await pay.refunds(intentId)).toHaveLength(1);
});

test('an order that is paid twice keeps one payment and gives the other back', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  // As if the first attempt had been given up here although the provider never closed it.
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  const second = await begun(shop, buyer, order);
  await pay.confirm(first.clientSecret);
  await pay.confirm(second.clientSecret);
  expect((await patch(order, first.intentId)).status).toBe(200);
  expect((await patch(order, second.intentId)).status).toBe(409);
  shop.passTime(MINUTE);
  await shop.work();
  expect(await row(order.id)).toMatchObject({ state: 'paid', held: 5 });
  expect(await pay.refunds(first.intentId)).toHaveLength(0);
  expect(await pay.refunds(second.intentId)).toHaveLength(1);
  expect(await available(tool.id)).toBe(5);
  const shown = await shop.call('getPurchase', { params: { id: order.id } }, buyer);
  expect(shown.body).toMatchObject({ refunded: 0, refunds: [{ no: 1, amount: order.amount, twice: true }] });
});

test('of two payments that came too late, one counts as what was paid and went back', async () => {
  const tool = await shop.tool({ available: 5 });
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  const second = await begun(shop, buyer, order);
  await endHold(order.id);
  await ordered(shop, other, tool);
  for (const { clientSecret, intentId } of [first, second]) {
    await pay.confirm(clientSecret);
    await patch(order, intentId);
  }
  shop.passTime(MINUTE);
  await shop.work();
  const shown = await shop.call('getPurchase', { params: { id: order.id } }, buyer);
  const { amount } = order;
  expect(shown.body).toMatchObject({
    state: 'refunded',
    refunded: amount,
    refunds: [{ amount }, { amount, twice: true }],
  });
});

test('news of an earlier attempt, come late, end neither the hold nor the cancelling of a later one', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await pass(61 * MINUTE);
  await shop.work();
  const second = await begun(shop, buyer, order);
  await pass(61 * MINUTE);
  await expireHolds(shop.context);
  expect(await row(order.id)).toMatchObject({ state: 'expiring', held: 5 });
  await patch(order, first.intentId);
  expect(await row(order.id)).toMatchObject({ state: 'expiring', held: 5 });
  shop.setTrouble(() => 'fail-before');
  await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
  shop.setTrouble(() => 'none');
  await patch(order, first.intentId);
  expect(await row(order.id)).toMatchObject({ state: 'cancelling', held: 5 });
  await pay.confirm(second.clientSecret);
  await patch(order, second.intentId);
  expect(await row(order.id)).toMatchObject({ state: 'paid', held: 5 });
});

test('paying by an attempt that was given up closes the one that was open in its place', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  const second = await begun(shop, buyer, order);
  await pay.confirm(first.clientSecret);
  expect((await patch(order, first.intentId)).status).toBe(200);
  await shop.work();
  expect((await pay.retrieve(second.intentId)).status).toBe('closed');
  expect(await row(order.id)).toMatchObject({ state: 'paid' });
});

test.each([
  [
    'another amount',
    (id: string) => shop.sql`update payment set amount_cents = amount_cents - 1 where order_id = ${id}`,
  ],
  ['another currency', (id: string) => shop.sql`update payment set currency = 'eur' where order_id = ${id}`],
])('money of %s makes no order paid; people must look', async (_what, change) => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await change(order.id);
  await pay.confirm(clientSecret);
  expect((await patch(order, intentId)).status).toBe(409);
  expect((await patch(order, intentId)).status).toBe(409);
  const shown = await shop.call('getOrder', { params: { id: order.id } }, buyer);
  expect(shown.body).toMatchObject({ state: 'review', paid: false, transactionId: null });
  const deeds = await shop.sql`select 1 from audit where target = ${order.id} and action = 'order.review'`;
  expect(deeds).toHaveLength(1);
});

test('money whose metadata names another order makes no order paid', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const foreign = (await pay.foreign({ amount: String(order.amount * 100), 'metadata[order_id]': 'another' })).body;
  await begun(shop, buyer, order);
  await shop.sql`update payment set intent_id = ${foreign.id} where order_id = ${order.id}`;
  await pay.confirm(foreign.client_secret);
  await patch(order, foreign.id);
  expect(await row(order.id)).toMatchObject({ state: 'review' });
});
