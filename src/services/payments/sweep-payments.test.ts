import { beforeEach, expect, test } from 'vitest';
import { failure } from '#model/kernel/outcome.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { insertPurchases } from '../../../tests/harness/purchase-rows.ts';
import { comparePayments } from './compare-payments.ts';
import { sweepPayments } from './sweep-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
let buyer = await shop.person();
beforeEach(async () => {
  buyer = await shop.renewed(buyer);
});
const tool = await shop.tool({ available: 1_000 });
const MINUTE = 60_000;
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
async function ready() {
  const order = await ordered(shop, buyer, tool);
  return { ...order, ...(await begun(shop, buyer, order)) };
}

test('the sweep asks about open payments only, and first about those that nobody ever looked at', async () => {
  const [open, ended] = [await ready(), await ready()];
  await shop.sql`update payment set state = 'cancelled' where order_id = ${ended.id}`;
  shop.passTime(MINUTE);
  expect(await sweepPayments(shop.context)).toBe(1);
  await pay.confirm(open.clientSecret);
  await shop.sql`update payment set looked_at = null where order_id = ${open.id}`;
  // So many others wait that not all are asked about at once.
  const others = await insertPurchases(shop.sql, Array(100).fill({ person: buyer.id, tool: tool.id }));
  await shop.sql`
    insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state, looked_at)
    select id, 1, id, 'pi_' || id, 100, 'open', now() - interval '1 day' from unnest(${others}::uuid[]) id`;
  const { look } = shop.context.payments;
  const busy: typeof look = async (id) =>
    id === open.intentId ? look(id) : failure({ code: 'unreachable', message: 'Later' });
  const context = { ...shop.context, payments: { ...shop.context.payments, look: busy } };
  expect(await sweepPayments(context)).toBe(100);
  expect(await stateOf(open.id)).toBe('paid');
});

test('a payment that was opened and looked at by a clock that was ahead is looked up', async () => {
  const order = await ready();
  await pay.confirm(order.clientSecret);
  await shop.sql`update payment set created_at = now() + interval '7 days', looked_at = now() + interval '7 days'
    where order_id = ${order.id}`;
  await sweepPayments(shop.context);
  expect(await stateOf(order.id)).toBe('paid');
});

test('an attempt that has its payment is not given another one that names it too', async () => {
  const placed = await ordered(shop, buyer, tool);
  const named = { 'metadata[app]': 'toolyard', 'metadata[order_id]': placed.id, 'metadata[attempt]': '1' };
  const { id } = (await pay.foreign({ amount: String(placed.amount * 100), ...named })).body;
  const order = { ...placed, ...(await begun(shop, buyer, placed)) };
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  shop.passTime(65 * MINUTE);
  await comparePayments(shop.context);
  expect([(await pay.retrieve(id)).status, (await pay.retrieve(order.intentId)).status]).toEqual(['closed', 'closed']);
  const rows = await shop.sql`select state, intent_id as intent from payment where order_id = ${order.id}`;
  expect([...rows]).toEqual([{ state: 'cancelled', intent: order.intentId }]);
});

test('of two attempts that never heard of their payment each gets its own', async () => {
  const order = await ordered(shop, buyer, tool);
  const intents = [];
  for (const _attempt of [1, 2]) {
    intents.push((await begun(shop, buyer, order)).intentId);
    await shop.sql`update payment set state = 'cancelled', intent_id = null where order_id = ${order.id}`;
  }
  shop.passTime(65 * MINUTE);
  await comparePayments(shop.context);
  const rows = await shop.sql`select intent_id from payment where order_id = ${order.id} order by attempt`;
  expect(rows.map((it) => it.intent_id)).toEqual(intents);
});

test('a payment that ended here and that their list does not show is not looked into', async () => {
  const order = await ready();
  shop.passTime(40 * 24 * 60 * MINUTE);
  await shop.sql`update payment set state = 'cancelled', created_at = ${shop.context.clock().toISOString()}
    where order_id = ${order.id}`;
  const asked: string[] = [];
  shop.setTrouble(({ path }) => {
    asked.push(path);
    return 'none';
  });
  await comparePayments(shop.context);
  shop.setTrouble(() => 'none');
  expect(asked.filter((path) => path.includes(order.intentId))).toEqual([]);
  expect(await stateOf(order.id)).toBe('unpaid');
});
