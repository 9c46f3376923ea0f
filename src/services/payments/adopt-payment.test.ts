import { beforeEach, expect, test } from 'vitest';
import { RESTORED } from '#model/kernel/restored.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { comparePayments } from './compare-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
const MINUTE = 60_000;
const tool = await shop.tool({ available: 1000 });
let buyer = await shop.person();
beforeEach(async () => {
  buyer = await shop.renewed(buyer);
  await shop.sql`delete from bookmark`;
});

/** As if the shop had been set back to so many minutes after this payment was made, an hour later. */
async function restored(intentId: string, minutes: number) {
  const made = (await pay.retrieve(intentId)).createdAt.getTime();
  for (const [name, at] of [
    [RESTORED.to, made + minutes * MINUTE],
    [RESTORED.at, made + (minutes + 60) * MINUTE],
  ] as const)
    await shop.sql`insert into bookmark (name, at) values (${name}, ${new Date(at).toISOString()})`;
}
async function ready() {
  const order = await ordered(shop, buyer, tool);
  return { ...order, ...(await begun(shop, buyer, order)) };
}
/** As if the order had been placed after the moment that the shop was set back to. */
const forget = (id: string) =>
  shop.sql.begin(async (sql) => {
    await sql`delete from payment where order_id = ${id}`;
    await sql`delete from stock_move where order_id = ${id}`;
    await sql`update tool set available = available + 5 where id = ${tool.id}`;
    await sql`delete from idempotency where order_id = ${id}`;
    await sql`delete from orders where id = ${id}`;
  });
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const returned = async (intentId: string) => (await pay.refunds(intentId)).map((it) => it.amount);
const compared = async () => {
  for (let n = 0; n < 2; n += 1) {
    await comparePayments(shop.context);
    shop.passTime(MINUTE);
    await shop.work();
  }
};

test('without a restore a payment that is not written down is left alone for an hour, then settled', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await shop.sql`delete from payment where order_id = ${order.id}`;
  await comparePayments(shop.context);
  expect(await stateOf(order.id)).toBe('unpaid');
  shop.passTime(65 * MINUTE);
  await comparePayments(shop.context);
  expect(await stateOf(order.id)).toBe('paid');
});

test('money of an order that a restore took away goes back, once', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await forget(order.id);
  // The provider's clock may be some minutes behind.
  await restored(order.intentId, 4);
  await compared();
  expect(await returned(order.intentId)).toEqual([order.amount * 100]);
  const deeds = await shop.sql`select action, meta from audit where target = ${order.id} and action like 'payment.%'`;
  expect([...deeds]).toEqual([{ action: 'payment.forgotten', meta: { intent: order.intentId } }]);
});

test('money from long before the restored moment is told to people and not given back: its order was never there', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await forget(order.id);
  await restored(order.intentId, 6);
  await compared();
  expect(await returned(order.intentId)).toEqual([]);
});

test('money whose order is there but whose payment a restore took away pays it', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await shop.sql`delete from payment where order_id = ${order.id}`;
  await restored(order.intentId, -4);
  await compared();
  expect(await stateOf(order.id)).toBe('paid');
  expect(await returned(order.intentId)).toEqual([]);
});

test('an open payment of an order that a restore took away is closed at once', async () => {
  const order = await ready();
  await forget(order.id);
  await restored(order.intentId, -4);
  await compared();
  expect((await pay.retrieve(order.intentId)).status).toBe('canceled');
});
