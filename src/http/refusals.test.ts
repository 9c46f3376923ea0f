import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { REFUSALS_AN_HOUR } from '#services/identity/note-refusal.ts';
import { ordered } from '../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { promised, regularOf } from '../../tests/harness/promises.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 1_000 });

const refusals = async (who: Person) => [
  ...(await shop.sql`
    select target, meta from audit where action = 'access.refused' and actor = ${who.id} order by id`),
];

test('somebody who is signed in and asks for what is not theirs leaves a row each time', async () => {
  const [owner, other, admin] = [await shop.person(), await shop.person(), await shop.person('admin')];
  const order = await ordered(shop, owner, tool);
  const absent = randomUUID();
  await shop.call('listOrders', {}, other);
  await shop.call('listMyOrders', { params: { email: owner.email } }, other);
  await shop.call('getOrder', { params: { id: order.id } }, other);
  await shop.call('getOrder', { params: { id: absent } }, other);
  await shop.call('createPaymentIntent', { body: { price: order.amount, order_id: order.id } }, other);
  await shop.call('addReview', { body: { review: 'Good.', star: 5 } }, admin);
  expect(await refusals(other)).toEqual([
    { target: 'listOrders', meta: { call: 'listOrders', code: 'admin_only' } },
    { target: 'listMyOrders', meta: { call: 'listMyOrders', code: 'not_yours' } },
    { target: order.id, meta: { call: 'getOrder', code: 'order_not_found' } },
    { target: absent, meta: { call: 'getOrder', code: 'order_not_found' } },
    { target: order.id, meta: { call: 'createPaymentIntent', code: 'order_not_found' } },
  ]);
  expect(await refusals(admin)).toEqual([{ target: 'addReview', meta: { call: 'addReview', code: 'customer_only' } }]);
  expect(await refusals(owner)).toEqual([]);
});

test('so does asking for the list, the purchase or the price promise of somebody else', async () => {
  const [owner, other] = [await regularOf(shop), await shop.person()];
  const { number } = await promised(shop, owner, [{ tool, quantity: tool.minQuantity }]);
  const order = await ordered(shop, owner, tool);
  const list = randomUUID();
  await shop.call('getList', { params: { id: list } }, other);
  await shop.call('getPurchase', { params: { id: order.id } }, other);
  await shop.call('getPromise', { params: { number } }, other);
  await shop.call('renewPromiseLink', { params: { number } }, other);
  expect(await refusals(other)).toEqual([
    { target: list, meta: { call: 'getList', code: 'list_not_found' } },
    { target: order.id, meta: { call: 'getPurchase', code: 'order_not_found' } },
    { target: number, meta: { call: 'getPromise', code: 'promise_not_found' } },
    { target: number, meta: { call: 'renewPromiseLink', code: 'promise_not_found' } },
  ]);
});

test('who is not signed in, or only mistyped, leaves none', async () => {
  const before = await shop.sql`select count(*) from audit where action = 'access.refused'`;
  const buyer = await shop.person();
  await shop.call('listOrders', {});
  await shop.call('getOrder', { params: { id: randomUUID() } });
  await shop.call('getOrder', { params: { id: 'malformed' } }, buyer);
  await shop.call('getTool', { params: { id: randomUUID() } }, buyer);
  expect(await shop.sql`select count(*) from audit where action = 'access.refused'`).toEqual(before);
});

test('nobody fills the audit by asking again and again', async () => {
  const eager = await shop.person();
  for (let n = 0; n < REFUSALS_AN_HOUR + 5; n += 1) expect((await shop.call('listUsers', {}, eager)).status).toBe(403);
  expect(await refusals(eager)).toHaveLength(REFUSALS_AN_HOUR);
  shop.passTime(3_600_001);
  const renewed = await shop.renewed(eager);
  await shop.call('listUsers', {}, renewed);
  expect(await refusals(eager)).toHaveLength(REFUSALS_AN_HOUR + 1);
});
