import { afterAll, expect, test } from 'vitest';
import { payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { findings, placed, type Tool } from '../../../tests/harness/purchases.ts';
import { expireHolds } from './expire-holds.ts';

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const pay = payments(shop);
const DAY_MS = 24 * 3_600_000;
const soon = new Date(shop.context.clock().getTime() + 10 * DAY_MS).toISOString().slice(0, 10);

afterAll(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

const wish = (tool: Tool, quantity: number) => ({ toolId: tool.id, quantity, price: tool.price });
const pieces = async (id: string) => {
  const [row] = await shop.sql`select hold_quantity, waiting, given_up from orders where id = ${id}`;
  return [row?.hold_quantity, row?.waiting, row?.given_up];
};
const amountOf = async (id: string, buyer: Person) =>
  (await shop.call('getPurchase', { params: { id } }, buyer)).body.amount;
const press = async (id: string, buyer: Person, more: { mayWait?: boolean; waitUntil?: string } = {}) =>
  shop.call('createPaymentIntent', { body: { price: await amountOf(id, buyer), order_id: id, ...more } }, buyer);

/** A purchase of 20 pieces of one tool and 30 of a second one, whose hold has ended; others have all but 12 of that. */
async function lost(its: Parameters<typeof shop.tool>[0] = {}) {
  const there = await shop.tool({ available: 50 });
  const gone = await shop.tool({ available: 42, restockAt: soon, backorderLimit: 25, ...its });
  const buyer = await shop.person();
  const { id, lines } = await placed(shop, buyer, [wish(there, 20), wish(gone, 30)]);
  await shop.sql`update purchase set hold_until = now() - interval '1 day' where id = ${id}`;
  await expireHolds(shop.context);
  await placed(shop, await shop.person(), [wish(gone, 30)]);
  return { id, buyer, gone, first: lines[0] ?? '', second: lines[1] ?? '' };
}

test('whoever comes back too late hears which lines are short, and nothing is held', async () => {
  const { id, buyer, first, second } = await lost();
  const { status, body } = await press(id, buyer);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'out_of_stock',
    detail: 'The stock held for this order has run out in the meantime. Nothing was charged.',
    lines: [
      {
        ...{ line: 2, code: 'pieces_gone', figures: { quantity: 30, available: 12, restockAt: soon } },
        detail: expect.stringMatching(/^Only 12 of 30 left\. The others may wait for the delivery of /),
      },
    ],
  });
  expect([await pieces(first), await pieces(second)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(await pay.ofOrder(id)).toEqual([]);
});

test('what is short waits where its buyer says so, is paid at once and comes with the delivery', async () => {
  const { id, buyer, gone, first, second } = await lost();
  const begun = await press(id, buyer, { mayWait: true });
  expect(begun.status).toBe(200);
  expect([await pieces(first), await pieces(second)]).toEqual([
    [20, 0, 0],
    [12, 18, 0],
  ]);
  const { clientSecret } = begun.body;
  await pay.confirm(clientSecret);
  const transactionId = clientSecret.split('_secret_')[0];
  await shop.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId } }, buyer);
  const { body } = await shop.call('getPurchase', { params: { id } }, buyer);
  expect(body.state).toBe('paid');
  expect(body.lines[1].waiting).toEqual({ pieces: 18, date: soon, place: 1 });
  const admin = await shop.person('admin');
  const delivery = { kind: 'restock', pieces: '18', reason: 'Delivery' };
  await shop.call('changeStock', { params: { id: gone.id }, body: delivery }, admin);
  await shop.work();
  expect(await pieces(second)).toEqual([30, 0, 0]);
});

test('nothing waits longer than its buyer was told, with a card and with PayPal', async () => {
  const { id, buyer, gone, second } = await lost();
  const told = { mayWait: true, waitUntil: soon };
  const late = new Date(Date.parse(soon) + 70 * DAY_MS).toISOString().slice(0, 10);
  await shop.sql`update tool set restock_at = ${late} where id = ${gone.id}`;
  const short = { status: 409, body: { lines: [{ code: 'pieces_gone', figures: { restockAt: late } }] } };
  expect(await press(id, buyer, told)).toMatchObject(short);
  const body = { price: await amountOf(id, buyer), order_id: id, ...told };
  expect(await shop.call('beginPayPal', { body }, buyer)).toMatchObject(short);
  expect(await pieces(second)).toEqual([0, 0, 0]);
  expect((await press(id, buyer, { ...told, waitUntil: late })).status).toBe(200);
  expect(await pieces(second)).toEqual([12, 18, 0]);
});

test('with PayPal likewise', async () => {
  const { id, buyer, second } = await lost();
  const body = { price: await amountOf(id, buyer), order_id: id };
  expect((await shop.call('beginPayPal', { body }, buyer)).body).toMatchObject({ lines: [{ code: 'pieces_gone' }] });
  expect((await shop.call('beginPayPal', { body: { ...body, mayWait: true } }, buyer)).status).toBe(200);
  expect(await pieces(second)).toEqual([12, 18, 0]);
});

test('the line that is short is taken out, and the rest is paid', async () => {
  const { id, buyer, first, second } = await lost();
  const dropped = await shop.call('changePurchase', { params: { id }, body: { drop: [second] } }, buyer);
  expect(dropped.status).toBe(200);
  expect((await press(id, buyer)).status).toBe(200);
  expect([await pieces(first), await pieces(second)]).toEqual([
    [20, 0, 0],
    [0, 0, 30],
  ]);
});

test.each([
  ['no delivery is known', { restockAt: null }],
  ['the delivery is over', { restockAt: '2020-01-01' }],
  ['the next delivery is sold ahead', { backorderLimit: 17 }],
])('nothing waits where %s', async (_, its) => {
  const { id, buyer, second } = await lost(its);
  const { body } = await press(id, buyer, { mayWait: true });
  expect(body.lines).toMatchObject([{ line: 2, figures: { available: 12, restockAt: null } }]);
  expect(await pieces(second)).toEqual([0, 0, 0]);
});

test('a tool that is no longer sold has none left, whatever there is', async () => {
  const { id, buyer, gone } = await lost();
  await shop.sql`update tool set deleted_at = now() where id = ${gone.id}`;
  const { body } = await press(id, buyer, { mayWait: true });
  expect(body.lines).toMatchObject([{ line: 2, figures: { quantity: 30, available: 0, restockAt: null } }]);
});

test('nothing waits that is there, and of two who would wait one has the place', async () => {
  const gone = await shop.tool({ available: 30, restockAt: soon, backorderLimit: 30 });
  const buyers = [await shop.person(), await shop.person()] as const;
  const ids: string[] = [];
  for (const buyer of buyers) {
    const { id } = await placed(shop, buyer, [wish(gone, 30)]);
    await shop.sql`update purchase set hold_until = now() - interval '1 day' where id = ${id}`;
    await expireHolds(shop.context);
    ids.push(id);
  }
  await placed(shop, await shop.person(), [wish(gone, 20)]);
  const answers = await Promise.all(ids.map((id, n) => press(id, buyers[n] as Person, { mayWait: true })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const held = await Promise.all(ids.map(pieces));
  expect(held).toContainEqual([10, 20, 0]);
  expect(held).toContainEqual([0, 0, 0]);
});
