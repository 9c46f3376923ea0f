import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import type { PaymentMode } from '#outside/payments/provider.ts';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { line, placed } from '../../../tests/harness/purchases.ts';
import { getOrderCase } from './get-order-case.ts';

const shop = await ownShop();
const [buyer, admin] = [await shop.person(), await shop.person('admin')];
const tool = await shop.tool({ available: 1_000 });
const known = async (id: string, mode: PaymentMode = 'sandbox') => {
  const context = { db: shop.context.db, payments: { ...shop.context.payments, mode } };
  const found = await getOrderCase(context, id as OrderId);
  if (!found.ok) throw new Error(found.failure.code);
  return found.value;
};

test('of an order that there is not nothing is known', async () => {
  const params = { id: '00000000-0000-4000-8000-000000000000' };
  const answer = { status: 404, body: { code: 'order_not_found' } };
  expect(await shop.call('getOrderCase', { params }, admin)).toMatchObject(answer);
  const body = { review: 1, decision: 'keep', reason: 'None' };
  expect(await shop.call('decideOrder', { params, body }, admin)).toMatchObject(answer);
});

test('a payment is shown with its page at the provider, where it has one, and one that was never opened with none', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  const pages = [];
  for (const mode of ['sandbox', 'test', 'live'] as const) pages.push((await known(order.id, mode)).payments[0]?.link);
  expect(pages).toEqual([
    null,
    `https://dashboard.stripe.com/test/payments/${intentId}`,
    `https://dashboard.stripe.com/payments/${intentId}`,
  ]);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  expect((await known(order.id, 'live')).payments).toMatchObject([{ transactionId: null, link: null, refund: null }]);
});

test("PayPal's page of a payment is that of its capture, once there is one", async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set provider = 'paypal' where order_id = ${order.id}`;
  const links = async () => {
    const pages = [];
    for (const mode of ['sandbox', 'test', 'live'] as const)
      pages.push((await known(order.id, mode)).payments[0]?.link);
    return pages;
  };
  expect(await links()).toEqual([null, null, null]);
  await shop.sql`update payment set capture_id = 'CAP 1' where order_id = ${order.id}`;
  expect(await links()).toEqual([
    null,
    'https://www.sandbox.paypal.com/activity/payment/CAP%201',
    'https://www.paypal.com/activity/payment/CAP%201',
  ]);
});

test('what is held, has left and was taken out is shown line by line', async () => {
  const tools = [tool, await shop.tool({ name: 'Saw' }), await shop.tool()];
  const { lines } = await placed(
    shop,
    buyer,
    tools.map((it) => line(it)),
  );
  const [first, second, third] = lines as [OrderId, OrderId, OrderId];
  await shop.sql`update orders set shipped_quantity = 2 where id = ${second}`;
  const all = [
    { id: first, name: tool.name, quantity: 5, held: 5, shipped: 0, shippedAt: null },
    { id: second, name: 'Saw', quantity: 5, held: 5, shipped: 2, shippedAt: null },
    { id: third, name: tool.name, quantity: 5, held: 5, shipped: 0, shippedAt: null },
  ];
  expect(await known(second)).toMatchObject({ review: null, lines: all });
  const at = new Date('2030-01-01T10:00:00Z');
  await shop.sql`update orders set shipped_at = ${at.toISOString()} where id = ${second}`;
  expect((await shop.call('cancelOrder', { params: { id: third } }, buyer)).status).toBe(200);
  const left = all.slice(0, 2).map((it) => ({ ...it, shippedAt: it.shipped > 0 ? at.toISOString() : null }));
  expect((await known(first)).lines).toEqual(left);
});

test('of one that is looked into the case says why, what failed, and what may be decided', async () => {
  const its = await paidPurchase(shop, [{ tool, quantity: 10 }]);
  expect((await known(its.id)).payments).toMatchObject([{ amount: 70, left: 70, state: 'succeeded' }]);
  await shop.sql`insert into refund (purchase_id, attempt, no, amount_cents, state, tries)
    values (${its.id}, 1, 1, 1050, 'failed', 1)`;
  await setState(shop.sql, its.id, 'review', { review_reason: 'refund', review_intent: its.intentId });
  expect((await known(its.id)).review).toEqual({
    ...{ reason: 'refund', settled: true, extra: false, shipped: false, failed: 10.5 },
    ...{ no: 1, transactionId: its.intentId, decisions: expect.arrayContaining(['again', 'close']) },
  });
});

test('of all the tries to give its money back the last one is shown', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  const shown = async () => (await known(order.id)).payments[0]?.refund;
  expect(await shown()).toBeNull();
  const write = async (no: number, state: string, tries: number) => {
    const [row] = await shop.sql`
      insert into refund (purchase_id, attempt, no, amount_cents, state, tries)
      values (${order.id}, 1, ${no}, 100, ${state}, ${tries}) returning id`;
    return row?.id as string;
  };
  await write(1, 'failed', 1);
  expect(await shown()).toEqual({ amount: 1, done: false, tries: 1, problem: 'refused' });
  const id = await write(2, 'sent', 2);
  await shop.sql`insert into job (queue, kind, key, payload, attempts, last_error)
    values ('outbox', 'send-refund', ${`refund:${id}`}, '{}', 3, 'unreachable')`;
  expect(await shown()).toEqual({ amount: 1, done: false, tries: 4, problem: 'unreachable' });
  await shop.sql`update refund set state = 'succeeded' where id = ${id}`;
  expect(await shown()).toMatchObject({ done: true });
  await write(3, 'by_hand', 1);
  expect(await shown()).toEqual({ amount: 1, done: true, tries: 1, problem: null });
});

test('of a line the case shows what happened to its purchase, and to itself alone', async () => {
  const { lines } = await placed(shop, buyer, [line(tool), line(await shop.tool())]);
  const [first, second] = lines as [OrderId, OrderId];
  await shop.sql`insert into audit (action, target, actor)
    values ('order.shipped', ${second}, ${admin.id}), ('order.review', ${first}, null)`;
  const actions = async (id: string) => (await known(id)).history.map(({ action }) => action);
  expect((await known(second)).history.map(({ action, by }) => [action, by])).toEqual([
    ['order.review', null],
    ['order.shipped', admin.name],
    ['order.placed', buyer.name],
  ]);
  expect(await actions(first)).toEqual(['order.review', 'order.placed']);
  expect((await known(second)).order.purchase).toMatchObject({ id: first, lines: 2 });
});
