import { afterEach, expect, test, vi } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { cancelOrder } from './cancel-order.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
const buyer = await shop.person();
const stranger = await shop.person();
const admin = await shop.person('admin');

afterEach(() => {
  shop.setTrouble(() => 'none');
  vi.useRealTimers();
});

const cancel = (id: string, who = buyer) => shop.call('cancelOrder', { params: { id } }, who);
const remove = (id: string) => shop.call('deleteOrder', { params: { id } }, admin);
const rowOf = async (id: string) =>
  (
    await shop.sql`select orders.state, hold_quantity, orders.discount_cents, purchase.paid_intent
    from orders join purchase using (id) where id = ${id}`
  )[0];
const left = async () => (await shop.sql`select available from tool where id = ${tool.id}`)[0]?.available;

test('an unpaid order is cancelled, leaves the list and gives its stock back once', async () => {
  const before = await left();
  const order = await ordered(shop, buyer, tool);
  expect((await cancel(order.id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await cancel(order.id)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', hold_quantity: 0 });
  expect(await left()).toBe(before);
  const mine = await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer);
  expect(mine.body.map((it: { _id: string }) => it._id)).not.toContain(order.id);
});

test('the first-order offer comes back with the order that carried it', async () => {
  const newcomer = await shop.person();
  const first = await ordered(shop, newcomer, tool);
  expect(await rowOf(first.id)).toMatchObject({ discount_cents: expect.toSatisfy((cents: number) => cents > 0) });
  const second = await ordered(shop, newcomer, tool);
  expect(await rowOf(second.id)).toMatchObject({ discount_cents: 0 });
  await cancel(first.id, newcomer);
  const third = await ordered(shop, newcomer, tool);
  expect(await rowOf(third.id)).toMatchObject({ discount_cents: expect.toSatisfy((cents: number) => cents > 0) });
});

test("somebody else's order is not found, and nothing changes", async () => {
  const order = await ordered(shop, buyer, tool);
  const before = await shopState(shop.sql);
  expect(await cancel(order.id, stranger)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  const theirs = await cancelOrder(shop.context, { customerId: stranger.id }, order.id as OrderId);
  expect(theirs).toEqual({ ok: false, failure: { code: 'order_not_found' } });
  expect(await shopState(shop.sql)).toBe(before);
});

test('with a payment open: it is closed at the provider first, and can then not be paid', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  expect((await cancel(order.id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', hold_quantity: 0 });
  expect((await shop.context.payments.look(intentId)).ok).toBe(true);
  expect(await pay.confirm(clientSecret)).toMatchObject({ status: 400 });
  await shop.work();
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled' });
});

test('the customer paid a moment before: the order stays paid and the cancellation is refused', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret);
  expect(await cancel(order.id)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', paid_intent: intentId });
  expect(await remove(order.id)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
});

test('an admin deletes an unpaid order; customers may not use that call', async () => {
  const order = await ordered(shop, buyer, tool);
  expect(await shop.call('deleteOrder', { params: { id: order.id } }, buyer)).toMatchObject({ status: 403 });
  expect(await remove(order.id)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled' });
});

test.each([
  ['refunded', { status: 409, body: { code: 'not_cancellable', figures: { why: 'refunded' } } }],
  ['refund_due', { status: 409, body: { code: 'not_cancellable', figures: { why: 'refunded' } } }],
  ['review', { status: 409, body: { code: 'not_cancellable' } }],
  ['paid', { status: 409, body: { code: 'already_paid' } }],
  ['shipped', { status: 409, body: { code: 'already_paid' } }],
] as const)('an order that is %s cannot be cancelled, and nothing changes', async (state, answer) => {
  const order = await ordered(shop, buyer, tool);
  await setState(shop.sql, order.id, state, state === 'review' ? { review_reason: 'dispute' } : {});
  const before = await shopState(shop.sql);
  expect([await cancel(order.id), await remove(order.id)]).toMatchObject([answer, answer]);
  expect(await shopState(shop.sql)).toBe(before);
});

test('an order whose pieces were all refunded is not said to be deleted, be its purchase paid or at its end', async () => {
  const [first, second] = [await shop.tool({ price: 10 }), await shop.tool({ price: 10 })];
  const its = await paidPurchase(
    shop,
    [first, second].map((wanted) => ({ tool: wanted, quantity: 20 })),
  );
  for (const order of its.lines) {
    const body = { lines: [{ order, pieces: 20 }], amount: 140, reason: 'Damaged' };
    expect((await shop.call('refundPurchase', { params: { id: its.id }, body }, admin)).status).toBe(200);
    expect(await remove(order)).toMatchObject({ status: 409, body: { code: 'not_cancellable' } });
  }
  await shop.work();
  expect(await remove(its.id)).toMatchObject({ status: 409, body: { figures: { why: 'refunded' } } });
});

test('while the provider does not answer an order is being cancelled, which is written once; the shop goes on by itself', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  shop.setTrouble(() => 'fail-before');
  const answers = [await cancel(order.id), await cancel(order.id), await remove(order.id)];
  for (const it of answers) expect(it).toMatchObject({ status: 200, body: { deletedCount: 1, pending: true } });
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelling', hold_quantity: 5 });
  const deeds = await shop.sql`select actor from audit where target = ${order.id} and action = 'order.cancelling'`;
  expect([...deeds]).toEqual([{ actor: buyer.id }]);
  shop.setTrouble(() => 'none');
  shop.passTime(60_000);
  await shop.work();
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', hold_quantity: 0 });
  expect((await pay.retrieve(intentId)).status).toBe('closed');
});

test('one that is being cancelled and has no payment left to close is cancelled at once', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  shop.setTrouble(() => 'fail-before');
  await cancel(order.id);
  shop.setTrouble(() => 'none');
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  expect((await cancel(order.id)).status).toBe(200);
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', hold_quantity: 0 });
});

test('an attempt that was never opened at the provider ends with its order', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  expect(await cancel(order.id)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  expect([...(await shop.sql`select state from payment where order_id = ${order.id}`)]).toEqual([
    { state: 'cancelled' },
  ]);
});

test('what became of its earlier attempts does not matter: the one that is open is closed, another one stays as it is', async () => {
  const states = async (id: string) =>
    (await shop.sql`select state from payment where order_id = ${id} order by attempt`).map((it) => it.state);
  const [open, never] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  for (const order of [open, never]) {
    await begun(shop, buyer, order);
    await shop.sql`update payment set state = 'refunded' where order_id = ${order.id}`;
    await begun(shop, buyer, order);
  }
  shop.setTrouble(() => 'fail-before');
  expect((await cancel(open.id)).body.pending).toBe(true);
  expect([(await rowOf(open.id))?.state, await states(open.id)]).toEqual(['cancelling', ['refunded', 'open']]);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${never.id} and attempt = 2`;
  expect((await cancel(never.id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect([(await rowOf(never.id))?.state, await states(never.id)]).toEqual(['cancelled', ['refunded', 'cancelled']]);
});

test('who cancelled is written down', async () => {
  const [mine, theirs] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  await cancel(mine.id);
  await remove(theirs.id);
  const by = async (id: string) =>
    (await shop.sql`select actor from audit where target = ${id} and action = 'order.cancelled'`).map((it) => it.actor);
  expect([await by(mine.id), await by(theirs.id)]).toEqual([[buyer.id], [admin.id]]);
});

test('the customer paid a moment before and the order has left already: it stays so', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  const { id } = order;
  shop.setTrouble(async ({ path }) => {
    if (!path.endsWith('/cancel')) return 'none';
    await pay.confirm(clientSecret);
    await shop.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId: intentId } }, buyer);
    await shop.call('shipOrder', { params: { id } }, admin);
    return 'fail-before';
  });
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  expect(await rowOf(id)).toMatchObject({ state: 'shipped', hold_quantity: 5 });
});

test('whoever does the work in the background is woken only where it is left to them', async () => {
  let woken = 0;
  const context = { ...shop.context, wake: () => (woken += 1) };
  const [left, done] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  for (const it of [left, done]) await begun(shop, buyer, it);
  const by = { customerId: buyer.id };
  const now = await cancelOrder(context, by, done.id as OrderId);
  expect([now, woken]).toEqual([{ ok: true, value: { changed: true, pending: false } }, 0]);
  shop.setTrouble(() => 'fail-before');
  const later = await cancelOrder(context, by, left.id as OrderId);
  expect([later, woken]).toEqual([{ ok: true, value: { changed: true, pending: true } }, 1]);
});

test('a person waits four seconds for the provider, who may take longer', { timeout: 20_000 }, async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<'none'>()];
  shop.setTrouble(() => {
    asked.resolve();
    return answer.promise;
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const cancelled = cancelOrder(shop.context, { customerId: buyer.id }, order.id as OrderId);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await cancelled).toEqual({ ok: true, value: { changed: true, pending: true } });
  vi.useRealTimers();
  answer.resolve('none');
  await expect.poll(async () => (await rowOf(order.id))?.state).toBe('cancelled');
});
