import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { begun, ordered, payments } from '../../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { getOrder } from '../get-order.ts';

const shop = await ownShop();
const [tool, buyer, admin] = [await shop.tool(), await shop.person(), await shop.person('admin')];

const ship = (id: string) => shop.call('shipOrder', { params: { id } }, admin);
const letters = async (id: string) =>
  (
    await shop.sql`select kind from job where payload ->> 'orderId' = ${id} and kind like 'mail.order-%' order by id`
  ).map((it) => it.kind);

test('a paid order ships once, however often it is said, with one letter and one line in the audit', async () => {
  const order = await ordered(shop, buyer, tool);
  expect(await ship(order.id)).toMatchObject({ status: 409, body: { code: 'order_not_paid' } });
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await payments(shop).confirm(clientSecret);
  const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
  await shop.call('confirmPayment', confirm, buyer);
  const shipped = await Promise.all([1, 2, 3].map(() => ship(order.id)));
  expect(shipped.map((it) => it.body.modifiedCount).toSorted()).toEqual([0, 0, 1]);
  const shown = (await shop.call('getOrder', { params: { id: order.id } }, buyer)).body;
  expect(shown).toMatchObject({ state: 'shipped', paid: true, shipping: true, transactionId: intentId });
  expect(Date.parse(shown.shipBy) - Date.parse(shown.paidAt)).toBe(SHOP_FACTS.shippingDays * 86_400_000);
  expect(Date.parse(shown.shippedAt)).toBe(shop.context.clock().getTime());
  expect(await letters(order.id)).toEqual(['mail.order-placed', 'mail.order-sent']);
  const deeds = await shop.sql`select actor from audit where target = ${order.id} and action = 'order.shipped'`;
  expect([...deeds]).toEqual([{ actor: admin.id }]);
});

test('a request that is repeated with more than had left is another one', async () => {
  const { id, lines } = await paidPurchase(shop, [
    { tool: await shop.tool(), quantity: 5 },
    { tool: await shop.tool(), quantity: 5 },
  ]);
  const headers = { 'idempotency-key': 'press-of-ship-them' };
  const all = lines.map((order) => ({ order, pieces: 5 }));
  const sent = (those: typeof all) =>
    shop.call('shipPurchase', { params: { id }, body: { lines: those }, headers }, admin);
  const first = await sent(all.slice(0, 1));
  expect(await sent(all)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect((await sent(all.slice(0, 1))).body).toEqual(first.body);
});

test('an order that never was, or is of somebody else, is absent', async () => {
  expect(await ship(randomUUID())).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  const order = await ordered(shop, buyer, tool);
  const stranger = await shop.person();
  for (const id of [order.id, randomUUID()])
    expect(await shop.call('getOrder', { params: { id } }, stranger)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
  expect(await getOrder(shop.context, stranger.id, order.id as OrderId)).toEqual({
    ok: false,
    failure: { code: 'order_not_found' },
  });
});

test('a cancelled order shows neither a hold nor when it closes, and its customer gets one letter about each', async () => {
  for (const order of [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)]) {
    const open = (await shop.call('getOrder', { params: { id: order.id } }, buyer)).body;
    expect([open.holdUntil, open.closesAt, open.shipBy]).toEqual([expect.any(String), expect.any(String), null]);
    for (let n = 0; n < 2; n += 1) await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
    const shown = (await shop.call('getOrder', { params: { id: order.id } }, buyer)).body;
    expect(shown).toMatchObject({ state: 'cancelled', paid: false, holdUntil: null, closesAt: null });
    expect(await letters(order.id)).toEqual(['mail.order-placed', 'mail.order-cancelled']);
  }
});
