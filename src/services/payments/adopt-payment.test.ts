import { beforeEach, expect, test } from 'vitest';
import { RESTORED } from '#model/kernel/restored.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { adoptPayment } from './adopt-payment.ts';
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
  await markRestore(made + minutes * MINUTE, made + (minutes + 60) * MINUTE);
}
const markRestore = (to: number, at: number) => shop.sql`
  insert into bookmark (name, at) values (${RESTORED.to}, ${new Date(to).toISOString()}),
    (${RESTORED.at}, ${new Date(at).toISOString()}) on conflict (name) do update set at = excluded.at`;
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
    await sql`delete from purchase where id = ${id}`;
  });
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const rowsOf = (id: string) => shop.sql`
  select attempt, intent_id, state from payment where order_id = ${id} order by attempt`;
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
  const made = (await pay.retrieve(order.intentId)).createdAt.getTime();
  shop.passTime(made + 60 * MINUTE - 1 - shop.context.clock().getTime());
  await comparePayments(shop.context);
  expect(await stateOf(order.id)).toBe('unpaid');
  shop.passTime(1);
  await comparePayments(shop.context);
  expect(await stateOf(order.id)).toBe('paid');
});

test('nor is one touched for an hour that was made since the restore, or at its very moment', async () => {
  const order = await ready();
  await forget(order.id);
  const found = { ...(await pay.retrieve(order.intentId)), createdAt: shop.context.clock() };
  for (const before of [0, 1]) {
    await markRestore(0, found.createdAt.getTime() - before);
    await adoptPayment(shop.context, found);
    expect((await pay.retrieve(order.intentId)).status).toBe('awaiting_buyer');
  }
});

test('a payment gets its row back that was written before it, whatever its end, and no second one', async () => {
  const [open, paid] = [await ready(), await ready()];
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id in (${open.id}, ${paid.id})`;
  await pay.confirm(paid.clientSecret);
  shop.passTime(61 * MINUTE);
  await comparePayments(shop.context);
  for (const [{ id, intentId }, state] of [
    [open, 'cancelled'],
    [paid, 'succeeded'],
  ] as const)
    expect(await rowsOf(id)).toEqual([{ attempt: 1, intent_id: intentId, state }]);
});

test('one that does not say which attempt it is, or names another one, is closed all the same', async () => {
  const { id } = await ready();
  shop.passTime(61 * MINUTE);
  const named = { 'metadata[app]': 'toolyard', 'metadata[order_id]': id };
  for (const its of [{}, { 'metadata[attempt]': 'first' }, { 'metadata[attempt]': '2' }]) {
    const { body } = await pay.foreign({ ...named, ...its });
    await adoptPayment(shop.context, await pay.retrieve(body.id));
    expect((await pay.retrieve(body.id)).status).toBe('closed');
  }
  expect(await rowsOf(id)).toHaveLength(1);
});

test('who pays while the shop is about to close what it has found has paid', async () => {
  const order = await ready();
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  const found = await pay.retrieve(order.intentId);
  await pay.confirm(order.clientSecret);
  shop.passTime(61 * MINUTE);
  await adoptPayment(shop.context, found);
  expect(await stateOf(order.id)).toBe('paid');
});

test('what is closed already is not closed again, however often it is compared', async () => {
  const order = await ready();
  await forget(order.id);
  await pay.cancel(order.intentId);
  const asked: string[] = [];
  shop.setTrouble(({ path }) => {
    asked.push(path);
    return 'none';
  });
  shop.passTime(61 * MINUTE);
  await comparePayments(shop.context);
  shop.setTrouble(() => 'none');
  expect(asked.filter((path) => path.includes(order.intentId))).toEqual([]);
});

test('money of an order that a restore took away goes back, once', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await forget(order.id);
  // The provider's clock may be some minutes behind.
  await restored(order.intentId, 4);
  await comparePayments(shop.context);
  const deeds = () => shop.sql`select action, meta from audit where target = ${order.id} and action like 'payment.%'`;
  expect([...(await deeds())]).toEqual([{ action: 'payment.forgotten', meta: { intent: order.intentId } }]);
  const messages = await shop.sql`select key, payload from job where kind = 'refund'`;
  const payload = { orderId: order.id, intentId: order.intentId };
  expect([...messages]).toEqual([{ key: `refund:${order.intentId}`, payload }]);
  await compared();
  expect(await returned(order.intentId)).toEqual([order.amount * 100]);
  expect(await deeds()).toHaveLength(1);
});

test('money from long before the restored moment is told to people and not given back: its order was never there', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await forget(order.id);
  await restored(order.intentId, 5);
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

test('money of a second payment that is not written down pays its order too', async () => {
  const order = await ready();
  const named = { 'metadata[app]': 'toolyard', 'metadata[order_id]': order.id, 'metadata[attempt]': '2' };
  const { body } = await pay.foreign({ amount: String(order.amount * 100), ...named });
  await pay.confirm(body.client_secret);
  shop.passTime(61 * MINUTE);
  await adoptPayment(shop.context, await pay.retrieve(body.id));
  expect(await stateOf(order.id)).toBe('paid');
  expect(await rowsOf(order.id)).toEqual([
    { attempt: 1, intent_id: order.intentId, state: 'cancelled' },
    { attempt: 2, intent_id: body.id, state: 'succeeded' },
  ]);
});

test('an open payment of an order that a restore took away is closed at once', async () => {
  const order = await ready();
  await forget(order.id);
  await restored(order.intentId, -4);
  await compared();
  expect((await pay.retrieve(order.intentId)).status).toBe('closed');
});

test('a payment that its buyer took up again since it was listed is left to them, paid or not', async () => {
  const [open, paid] = [await ready(), await ready()];
  await restored(paid.intentId, -4);
  shop.passTime(61 * MINUTE);
  await pay.confirm(paid.clientSecret);
  for (const { intentId } of [open, paid]) await adoptPayment(shop.context, await pay.retrieve(intentId));
  expect((await pay.retrieve(open.intentId)).status).toBe('awaiting_buyer');
  await shop.work();
  expect(await returned(paid.intentId)).toEqual([]);
});
