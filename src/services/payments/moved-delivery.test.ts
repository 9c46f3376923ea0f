import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { WayToPay } from '#model/orders/promise.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { linked, payByLink, promised } from '../../../tests/harness/promises.ts';
import { findings, line, placed } from '../../../tests/harness/purchases.ts';

const shop = await ownShop();
shop.toNextDay();
const admin = await shop.person('admin');
const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const [SHOWN, LATER] = [day(10), day(80)];

afterAll(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

/** An unpaid order of which 30 pieces wait for the day that was shown. */
async function waiting() {
  const tool = await shop.tool({ available: 10, restockAt: SHOWN, backorderLimit: 200, minQuantity: 1 });
  const buyer = await shop.person();
  const { id } = await placed(shop, buyer, [{ toolId: tool.id, quantity: 40, price: tool.price, mayWait: true }]);
  const { amount } = (await shop.call('getOrder', { params: { id } }, buyer)).body;
  return { tool, buyer, id, amount };
}

async function edit({ id }: { id: string }, restock_at: string) {
  const [by, params] = [await shop.renewed(admin), { id }];
  const { version } = (await shop.call('getManagedTool', { params }, by)).body;
  expect((await shop.call('editTool', { params, body: { version, restock_at } }, by)).status).toBe(200);
}
/** Past the two minutes after which buyers are told. */
async function tell() {
  shop.passTime(120_000);
  await shop.work();
}
const told = ({ email }: Person) =>
  shop.mailbox.mails().filter(({ recipients, subject }) => recipients.includes(email) && / comes /.test(subject));
const seen = async (id: string, buyer: Person) =>
  (await shop.call('getOrder', { params: { id } }, await shop.renewed(buyer))).body;

async function endHolds() {
  shop.passTime(2 * 3_600_000);
  await expireHolds(shop.context);
  await shop.work();
}

const pressed = ({ way, amount, waitUntil }: Partial<WayToPay> = {}) => ({
  ...(way && { way }),
  ...(amount && { amount }),
  ...(waitUntil && { waitUntil }),
});

test.each([
  ['before its buyer was told', async () => undefined],
  ['after it', tell],
])('a page that shows an earlier day than it is now charges nothing: %s', async (_, wait) => {
  const { tool, buyer, id, amount } = await waiting();
  await edit(tool, LATER);
  await wait();
  const press = async (deliveryBy: string, call: 'createPaymentIntent' | 'beginPayPal' = 'createPaymentIntent') =>
    shop.call(call, { body: { price: amount, order_id: id, deliveryBy } }, await shop.renewed(buyer));
  const refused = { status: 409, body: { code: 'delivery_moved', figures: { charged: 0 } } };
  for (const call of ['createPaymentIntent', 'beginPayPal'] as const)
    expect(await press(SHOWN, call)).toMatchObject(refused);
  expect(await shop.sql`select from payment where order_id = ${id}`).toHaveLength(0);
  expect((await press(LATER)).status).toBe(200);
});

test('the link of a price promise charges nothing either', async () => {
  const tool = await shop.tool({ available: 10, minQuantity: 1, restockAt: SHOWN, backorderLimit: 100 });
  const { token } = await promised(shop, await shop.person(), [{ tool, quantity: 40 }]);
  const payer = randomUUID();
  const [wait] = (await linked(shop, token, payer)).ways;
  expect(wait).toMatchObject({ way: 'wait', waitUntil: SHOWN });
  const press = (way = wait) => {
    const { amount = 0, waitUntil = '' } = way ?? {};
    return payByLink(shop, token, { payer, way: 'wait', amount, waitUntil });
  };
  expect((await press()).status).toBe(200);
  expect((await linked(shop, token, payer)).ways).toEqual([wait]);
  await edit(tool, LATER);
  expect(await press()).toMatchObject({ status: 409, body: { code: 'delivery_moved' } });
  const [now] = (await linked(shop, token, payer)).ways;
  expect(now).toEqual({ ...wait, waitUntil: LATER });
  expect((await press(now)).status).toBe(200);
});

test.each([
  ['that wait by now', false],
  ['whose hold has ended since', true],
])('a page that said all is in stock charges nothing for pieces %s', async (_, ended) => {
  const dana = await shop.person();
  const tool = await shop.tool({ available: 40, minQuantity: 1, restockAt: SHOWN, backorderLimit: 100 });
  const { number, token } = await promised(shop, dana, [{ tool, quantity: 40 }]);
  const [all] = (await linked(shop, token)).ways;
  expect(all).toMatchObject({ way: 'all' });
  const sell = async () => placed(shop, await shop.person(), [line(tool, 30)]);
  await sell();
  const [wait] = (await linked(shop, token)).ways;
  expect((await shop.call('orderPromise', { params: { number }, body: pressed(wait) }, dana)).status).toBe(200);
  if (ended) await endHolds();
  if (ended) await sell();
  expect(await payByLink(shop, token, pressed(all))).toMatchObject({ status: 409, body: { code: 'delivery_moved' } });
  const its = await shop.sql`select from payment join purchase on purchase.id = order_id where person_id = ${dana.id}`;
  expect(its).toHaveLength(0);
  expect((await payByLink(shop, token, pressed(wait))).status).toBe(200);
});

test('whoever is paying keeps the day that they were shown, and is asked about the later one once it is paid', async () => {
  const { tool, buyer, id, amount } = await waiting();
  const { clientSecret, intentId } = await begun(shop, buyer, { id, amount });
  await edit(tool, LATER);
  await tell();
  expect(told(buyer)).toEqual([]);
  const kept = await shop.sql`select promised_at::text as day from orders where id = ${id}`;
  expect([...kept]).toEqual([{ day: SHOWN }]);
  await payments(shop).confirm(clientSecret);
  const body = { order_id: id, transactionId: intentId };
  await shop.call('confirmPayment', { params: { id }, body }, await shop.renewed(buyer));
  await tell();
  shop.passTime(1_000);
  await shop.work();
  expect(told(buyer)).toHaveLength(1);
  expect((await seen(id, buyer)).waiting).toMatchObject({ date: LATER, answer_by: expect.any(String) });
});

test('a buyer whose payment ended unpaid is told of the new day, too', async () => {
  const { tool, buyer, id, amount } = await waiting();
  const other = await placed(shop, buyer, [{ toolId: tool.id, quantity: 40, price: tool.price, mayWait: true }]);
  await begun(shop, buyer, { id, amount });
  await edit(tool, LATER);
  await tell();
  expect(told(buyer)).toHaveLength(1);
  expect((await seen(other.id, buyer)).waiting.date).toBe(LATER);
  await shop.call('cancelOrder', { params: { id } }, await shop.renewed(buyer));
  await shop.work();
  await tell();
  expect((await seen(other.id, buyer)).waiting.date).toBe(LATER);
  const due = await shop.sql`
    select from job where kind = 'tell-waiting' and payload ->> 'toolId' = ${tool.id} and done_at is null`;
  expect(due).toHaveLength(0);
});
