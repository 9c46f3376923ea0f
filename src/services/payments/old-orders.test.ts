import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { overtaken } from '../../../tests/harness/overtaken.ts';
import { ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { insertPurchases, setState } from '../../../tests/harness/purchase-rows.ts';
import { placeOrder } from '../orders/place-purchase.ts';
import { beginPayment } from './begin-payment.ts';
import { closeOldOrders } from './close-old-orders.ts';

const shop = await ownShop();
const pay = payments(shop);
const DAY = 86_400_000;
const tool = await shop.tool({ available: 100 });
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const pass = async (ms: number) => {
  shop.passTime(ms);
  await shop.work();
};

test('an unpaid order is cancelled after the last of 14 days, once, and its offer may be used again', async () => {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  const shown = await shop.call('getOrder', { params: { id: order.id } }, buyer);
  const placedAt = Date.parse(shown.body.createdAt);
  const life = Date.parse(shown.body.closesAt) - placedAt;
  expect(shown.body.closesAt).toBe(`${new Date(placedAt + 14 * DAY).toISOString().slice(0, 10)}T23:59:59.999Z`);
  await pass(life - 60_000);
  expect(await stateOf(order.id)).toBe('unpaid');
  shop.passTime(120_000);
  await Promise.all([closeOldOrders(shop.context), closeOldOrders(shop.context), closeOldOrders(shop.context)]);
  expect(await stateOf(order.id)).toBe('cancelled');
  const deeds = await shop.sql`select actor from audit where target = ${order.id} and action = 'order.cancelled'`;
  expect(deeds.map((it) => it.actor)).toEqual([null]);
  const request = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
  const again = await placeOrder(
    shop.context,
    { ...buyer, network: '192.0.2.0/24' } as never,
    request as never,
    undefined,
  );
  const [row] = await shop.sql`select discount_cents from orders where id = ${again.ok ? again.value.id : ''}`;
  expect(row?.discount_cents).toBeGreaterThan(0);
});

test('one that is being paid at that moment waits until its hold ends', async () => {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  const { body } = await shop.call('getOrder', { params: { id: order.id } }, buyer);
  await pass(Date.parse(body.closesAt) - Date.parse(body.createdAt) - 60_000);
  const begun = await beginPayment(shop.context, buyer.id, { price: order.amount, orderId: order.id as OrderId });
  if (!begun.ok) throw new Error(begun.failure.code);
  const { clientSecret } = begun.value;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  await pass(120_000);
  expect(await stateOf(order.id)).toBe('unpaid');
  await pay.confirm(clientSecret);
  for (const event of await pay.events(intentId)) await pay.deliver(event);
  await shop.work();
  expect(await stateOf(order.id)).toBe('paid');
  await pass(30 * DAY);
  expect(await stateOf(order.id)).toBe('paid');
});

test('one that cannot be closed now does not keep those behind it open', async () => {
  const buyer = await shop.person();
  const [stuck, behind] = [await ordered(shop, buyer, tool), await ordered(shop, buyer, tool)];
  await pass(61 * 60_000);
  shop.passTime(15 * DAY);
  await shop.sql.unsafe(`alter table orders add constraint stuck check (id <> '${stuck.id}') not valid`);
  expect(await closeOldOrders(shop.context)).toBe(1);
  expect([await stateOf(stuck.id), await stateOf(behind.id)]).toEqual(['unpaid', 'cancelled']);
  await shop.sql`alter table orders drop constraint stuck`;
  expect(await closeOldOrders(shop.context)).toBe(1);
  expect(await closeOldOrders(shop.context)).toBe(0);
  expect(await stateOf(stuck.id)).toBe('cancelled');
});

test('whoever waits for the work is woken by an order that is closed, and by none that somebody else closes first', async () => {
  const order = await ordered(shop, await shop.person(), tool);
  await pass(61 * 60_000);
  shop.passTime(15 * DAY);
  let woken = 0;
  const context = { ...shop.context, wake: () => (woken += 1) };
  const beaten = await overtaken(shop, order.id, () => closeOldOrders(context), 'cancelled');
  expect([beaten, woken]).toEqual([0, 0]);
  await setState(shop.sql, order.id, 'unpaid');
  expect([await closeOldOrders(context), woken]).toEqual([1, 1]);
  expect([await closeOldOrders(context), woken]).toEqual([0, 1]);
});

test('many that ended long ago do not keep one open that is due', async () => {
  const buyer = await shop.person();
  const earlier = new Date(shop.context.clock().getTime() - DAY);
  const order = await ordered(shop, buyer, tool);
  await pass(61 * 60_000);
  const ended = { person: buyer.id, tool: tool.id, state: 'cancelled', created_at: earlier } as const;
  await insertPurchases(shop.sql, Array(100).fill(ended));
  shop.passTime(15 * DAY);
  expect(await closeOldOrders(shop.context)).toBe(1);
  expect(await stateOf(order.id)).toBe('cancelled');
});
