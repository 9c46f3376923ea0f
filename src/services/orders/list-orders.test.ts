import { expect, test } from 'vitest';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { insertPurchases } from '../../../tests/harness/purchase-rows.ts';

const shop = await ownShop();
const [buyer, admin] = [await shop.person(), await shop.person('admin')];

/** All pages that the links lead to, newest first, as numbers of orders. */
async function pages(query: Record<string, string> = {}): Promise<number[][]> {
  const answer = await shop.call('listOrders', { query }, admin);
  const numbers = answer.body.map(({ address }: { address: string }) => Number(address));
  const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  if (!link) return [numbers];
  return [numbers, ...(await pages(Object.fromEntries(new URL(link, 'http://shop').searchParams)))];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('the newest thousand come first, the link leads to those before, and a status leaves only its own', async () => {
  const { id } = await shop.tool();
  const stateOf = (n: number) => (n <= 5 ? 'paid' : n <= 8 ? 'expiring' : n === 9 ? 'cancelled' : 'unpaid');
  await insertPurchases(
    shop.sql,
    range(1, 2050).map((n) => ({
      ...{ person: buyer.id, tool: id, quantity: 1, held: n <= 5 ? 1 : 0, state: stateOf(n), address: `${n}` },
    })),
  );
  expect(await pages()).toEqual([range(1051, 2050), range(50, 1050).slice(1), [...range(1, 8), ...range(10, 50)]]);
  expect(await pages({ status: 'pending' })).toEqual([range(1, 5)]);
  expect(await pages({ status: 'unpaid' })).toEqual([
    range(1051, 2050),
    range(51, 1050),
    [...range(6, 8), ...range(10, 50)],
  ]);
  expect(await pages({ status: 'review' })).toEqual([[]]);
  expect((await pages({ limit: '50' })).slice(0, 2)).toEqual([range(2001, 2050), range(1951, 2000)]);
  expect((await shop.call('listOrders', { query: { status: 'lost' } }, admin)).status).toBe(400);
  for (const query of [{ after: '0' }, { before: '0' }])
    expect((await shop.call('listOrders', { query }, admin)).status).toBe(400);
  // What `after` was called.
  const [first] = await shop.sql`select seq from orders where address = '51'`;
  expect((await pages({ before: String(first?.seq), limit: '1000' }))[0]).toEqual([...range(1, 8), ...range(10, 50)]);
});

test('admins see the place in the queue of each line that waits, as its own page has it', async () => {
  const tools = [await shop.tool({ available: 0 }), await shop.tool({ available: 0 })];
  await shop.sql`update tool set restock_at = current_date + 9, backorder_limit = 50 where id = any(${tools.map(({ id }) => id)})`;
  const waiting: PaidPurchase[] = [];
  for (const tool of [...tools, ...tools, tools[0]])
    if (tool) waiting.push(await paidPurchase(shop, [{ tool, quantity: 10, mayWait: true }]));
  const { body } = await shop.call('listOrders', { query: { status: 'pending' } }, admin);
  const listed = new Map(body.map((it: Order) => [it._id, it.waiting?.place]));
  expect(waiting.map(({ id }) => listed.get(id))).toEqual([1, 1, 2, 2, 3]);
  for (const { id, buyer: its } of waiting)
    expect((await shop.call('getOrder', { params: { id } }, its)).body.waiting.place).toBe(listed.get(id));
});

test('admins see the item number of each tool, and customers do not', async () => {
  const [kim, tool] = [await shop.person(), await shop.tool()];
  await shop.sql`update tool set sku = 'GLV-L' where id = ${tool.id}`;
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
  await shop.call('placeOrder', { body }, kim);
  const numbersOf = (answer: { body: { item_number?: string }[] }) => answer.body.map((it) => it.item_number);
  expect(numbersOf(await shop.call('listOrders', { query: { of: kim.email } }, admin))).toEqual(['GLV-L']);
  expect(numbersOf(await shop.call('listMyOrders', { params: { email: kim.email } }, kim))).toEqual([undefined]);
});

test('the id of an order or the e-mail of its customer leads to it among all', async () => {
  const [dana, sam] = [await shop.person(), await shop.person()];
  const tool = await shop.tool();
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
  const place = async (who: typeof dana) => (await shop.call('placeOrder', { body }, who)).body.insertedId;
  const ids = [await place(dana), await place(sam), await place(dana)];
  const found = async (query: Record<string, string>) =>
    (await shop.call('listOrders', { query }, admin)).body.map((it: { _id: string }) => it._id);
  expect(await found({ of: dana.email.toUpperCase() })).toEqual([ids[0], ids[2]]);
  expect(await found({ of: dana.email, status: 'shipped' })).toEqual([]);
  expect(await found({ of: ids[1] })).toEqual([ids[1]]);
  expect(await found({ of: shortOrderId(ids[1]) })).toEqual([ids[1]]);
  expect(await found({ of: shortOrderId(ids[2]).toLowerCase() })).toEqual([ids[2]]);
  const { number } = (await shop.call('getOrder', { params: { id: ids[2] } }, dana)).body;
  for (const of of [number, number.toLowerCase(), ` ${number.slice(2)} `])
    expect(await found({ of })).toEqual([ids[2]]);
  expect(await found({ of: number, status: 'shipped' })).toEqual([]);
  expect(await found({ of: 'P-9999999999' })).toEqual([]);
  expect(await found({ of: '0123456789AB' })).toEqual([]);
  expect(await found({ of: tool.id })).toEqual([]);
  expect(await found({ of: 'nobody@example.com' })).toEqual([]);
  await shop.call('cancelOrder', { params: { id: ids[2] } }, dana);
  for (const of of [number, shortOrderId(ids[2]), ids[2]]) expect(await found({ of })).toEqual([ids[2]]);
  expect(await found({ of: dana.email })).toEqual([ids[0]]);
  expect(await found({})).not.toContain(ids[2]);
  for (const of of ['7x', 'abc\0', 'x'.repeat(41)])
    expect((await shop.call('listOrders', { query: { of } }, admin)).status).toBe(400);
  expect((await shop.call('listOrders', { query: { of: dana.email } }, dana)).status).toBe(403);
});

test('a PO number or a job leads to its purchases among all, whatever it looks like', async () => {
  const [kim, tool] = [await shop.person(), await shop.tool()];
  const lines = [{ tools_id: tool.id, quantity: 5, tools_price: 10 }];
  const place = async (po: string, job: string) => {
    const body = { phone: '5550142200', address: '1 Main Street', lines, po_number: po, job };
    return (await shop.call('placePurchase', { body }, kim)).body.insertedId;
  };
  const found = async (of: string) =>
    (await shop.call('listOrders', { query: { of } }, admin)).body.map((it: { _id: string }) => it._id);
  const first = await place('4500018822', 'Hall 7, roof');
  const second = await place('450001882212', '2026-0431');
  for (const of of ['4500018822', ' PO 4500018822', 'po#4500018822', 'hall 7, ROOF'])
    expect(await found(of)).toEqual([first]);
  for (const of of ['450001882212', '2026-0431']) expect(await found(of)).toEqual([second]);
  const third = await place('PO 4711', 'Ramp');
  for (const of of ['4711', 'PO 4711', 'po#4711']) expect(await found(of)).toEqual([third]);
  for (const of of ['450001882', 'Hall 7', 'claw']) expect(await found(of)).toEqual([]);
});

test('the number of an invoice and the id of a transaction lead to their purchase, whatever became of it', async () => {
  const [kim, tool] = [await shop.person(), await shop.tool()];
  const [order, other] = [await ordered(shop, kim, tool), await ordered(shop, kim, tool)];
  await paid(shop, kim, order);
  await paid(shop, kim, other);
  await shop.work();
  const found = async (of: string) =>
    (await shop.call('listOrders', { query: { of } }, admin)).body.map((it: { _id: string }) => it._id);
  const { invoice, transactionId, amount } = (await shop.call('getOrder', { params: { id: order.id } }, kim)).body;
  expect(invoice).toMatch(/^\d{4}-\d{4}$/);
  await shop.sql`update payment set capture_id = '7ND37456AB123456C' where intent_id = ${transactionId}`;
  for (const of of [invoice, transactionId, ` ${invoice} `, '7ND37456AB123456C'])
    expect(await found(of)).toEqual([order.id]);
  for (const of of ['1999-0001', 'pi_none', '7ND37456AB999999C']) expect(await found(of)).toEqual([]);
  const body = { amount, reason: 'Asked for' };
  expect((await shop.call('refundPurchase', { params: { id: order.id }, body }, admin)).status).toBe(200);
  await shop.work();
  const [mine] = (await shop.call('listOrders', { query: { of: invoice } }, admin)).body;
  expect(mine).toMatchObject({ _id: order.id, state: 'refunded', invoice });
});
