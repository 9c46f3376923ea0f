import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { Problem } from '#contract/kernel/problem.ts';
import { payments } from '../../tests/harness/own-payments.ts';
import { type CallInput, ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { CONTACT, findings, type Tool, toolsOf } from '../../tests/harness/purchases.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const pay = payments(shop);
const tools = await toolsOf(shop, 3, { available: 10_000 });
const [tool] = tools;

const asked = (tool: Pick<Tool, 'id' | 'minQuantity' | 'price'>, its: object = {}) => ({
  tools_id: tool.id,
  quantity: tool.minQuantity,
  tools_price: tool.price,
  ...its,
});
const body = (lines: readonly object[], its: object = {}) => ({ ...CONTACT, lines, ...its });
const post = (who: Person | undefined, sent: unknown, its: Pick<CallInput, 'headers'> = {}) =>
  shop.call('placePurchase', { body: sent, ...its }, who);
const see = async (id: string, who: Person) => (await shop.call('getPurchase', { params: { id } }, who)).body;
const mine = async (who: Person) => (await shop.call('listMyOrders', { params: { email: who.email } }, who)).body;
/** A purchase of all tools: its lines, and who placed it. */
async function bought(lines = tools.map((tool) => asked(tool))) {
  const buyer = await shop.person();
  const answer = await post(buyer, body(lines));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { buyer, id: answer.body.insertedId as string, lines: answer.body.lines as string[] };
}
async function begin(who: Person, price: number, order_id?: string) {
  return shop.call('createPaymentIntent', { body: { price, ...(order_id && { order_id }) } }, who);
}

afterAll(async () => expect(await findings(shop)).toEqual([]));

describe('POST /purchases', () => {
  test('answers the purchase and its lines as they were sent, numbers perhaps as texts', async () => {
    const buyer = await shop.person();
    const [one, other] = tools;
    const answer = await post(buyer, body([asked(one, { quantity: '7', tools_price: '10' }), asked(other)]));
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(calls.placePurchase.response.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { insertedId, lines } = answer.body;
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(insertedId);
    const seen = await see(insertedId, buyer);
    expect(seen.lines.map((it: { _id: string; tools_id: string }) => [it._id, it.tools_id])).toEqual([
      [lines[0], one.id],
      [lines[1], other.id],
    ]);
  });

  const wrong: [string, unknown, readonly (readonly [field: string, message: string])[]][] = [
    ['no lines', { ...CONTACT }, [['lines', 'Send the lines as a list.']]],
    ['an empty list', body([]), [['lines', 'A purchase has one line at least.']]],
    ['201 lines', body(Array(201).fill(asked(tool))), [['lines', 'A purchase has 200 lines at most.']]],
    ['no address', body([asked(tool)], { address: ' ' }), [['address', 'Shipping address is required.']]],
    [
      'half a piece',
      body([asked(tool), asked(tool, { quantity: 1.5 })]),
      [['lines.1.quantity', 'Quantity must be a whole number.']],
    ],
    [
      'two lines with a fault each',
      body([asked(tool, { quantity: 0 }), asked(tool), asked(tool, { tools_price: 9.5 })]),
      [
        ['lines.0.quantity', 'Quantity must be between 1 and 1,000,000.'],
        ['lines.2.tools_price', 'Price must be in whole dollars.'],
      ],
    ],
  ];
  test.each(wrong)('with %s is refused beside the field', async (_what, sent, errors) => {
    const buyer = await shop.person();
    const before = await shopState(shop.sql);
    const answer = await post(buyer, sent);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.errors).toEqual(errors.map(([field, message]) => ({ field, message })));
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('with lines that cannot be ordered answers each of them with its number, code, figures and text', async () => {
    const buyer = await shop.person();
    const few = await shop.tool({ available: 40 });
    const before = await shopState(shop.sql);
    const answer = await post(
      buyer,
      body([
        asked(tool),
        asked(few, { quantity: 41 }),
        asked({ ...few, id: randomUUID() }),
        asked(tools[1], { tools_price: 9 }),
      ]),
    );
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(Problem.parse(answer.body)).toEqual(answer.body);
    const { instance: _, ...problem } = answer.body;
    expect(problem).toEqual({
      ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'lines_refused', figures: { lines: 3 } },
      detail: '3 lines cannot be ordered like this. Nothing was ordered.',
      lines: [
        {
          ...{ line: 2, code: 'out_of_stock', figures: { available: 40, least: 5, pack: 1 } },
          detail: 'Only 40 pieces are available. Enter 5 to 40.',
        },
        { line: 3, code: 'tool_gone', detail: 'This tool is no longer in the catalogue. Choose another one.' },
        {
          ...{ line: 4, code: 'price_changed', figures: { price: 10 } },
          detail: 'The price is now $10 a piece. Check the new total and order again.',
        },
      ],
    });
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('with a key answers the same again, and refuses the key of another purchase or order', async () => {
    const [buyer, headers] = [await shop.person(), { 'idempotency-key': `key-${randomUUID()}` }];
    const sent = body([asked(tool), asked(tools[1])]);
    const first = await post(buyer, sent, { headers });
    expect((await post(buyer, sent, { headers })).body).toEqual(first.body);
    const reused = { status: 422, body: { code: 'idempotency_key_reused' } };
    expect(await post(buyer, body([asked(tool)]), { headers })).toMatchObject(reused);
    const single = { ...CONTACT, ...asked(tool) };
    expect(await shop.call('placeOrder', { body: single, headers }, buyer)).toMatchObject(reused);
    expect(await post(buyer, sent, { headers: { 'idempotency-key': 'short' } })).toMatchObject({ status: 400 });
  });

  test('is for customers: visitors and admins are refused as for an order of one tool', async () => {
    const admin = await shop.person('admin');
    const before = await shopState(shop.sql);
    for (const who of [undefined, admin]) {
      const [many, one] = [
        await post(who, body([asked(tool)])),
        await shop.call('placeOrder', { body: { ...CONTACT, ...asked(tool) } }, who),
      ];
      expect(many.status).toBe(who ? 403 : 401);
      expect({ ...many.body, instance: '' }).toEqual({ ...one.body, instance: '' });
    }
    expect(await shopState(shop.sql)).toBe(before);
  });
});

describe('GET /purchases/{id}', () => {
  test('answers sums, lines and until when it is held, by its own id and by that of each line', async () => {
    const dear = await shop.tool({ price: 20, stepFrom: [10], stepPrice: [10] });
    const { buyer, id, lines } = await bought([asked(tool), asked(dear, { quantity: 9 })]);
    const seen = await see(id, buyer);
    expect(calls.getPurchase.response.parse(seen)).toEqual(seen);
    expect(seen).toMatchObject({
      ...{ id, state: 'unpaid', total: 230, guard: 80, discount: 45, amount: 105, ...CONTACT, paidAt: null },
      createdAt: shop.context.clock().toISOString(),
      holdUntil: new Date(shop.context.clock().getTime() + 3_600_000).toISOString(),
      lines: [
        { _id: lines[0], tools_id: tool.id, total: 50, discount: 15, amount: 35, state: 'unpaid' },
        { _id: lines[1], tools_id: dear.id, total: 180, guard: 80, discount: 30, amount: 70, state: 'unpaid' },
      ],
    });
    expect(await see(lines[1] ?? '', buyer)).toEqual(seen);
  });

  test("somebody else's is not found, like one that never was", async () => {
    const { buyer, id, lines } = await bought();
    const stranger = await shop.person();
    const tried = async (it: string, who?: Person) => {
      const { status, body } = await shop.call('getPurchase', { params: { id: it } }, who);
      return { status, code: body.code };
    };
    const absent = { status: 404, code: 'order_not_found' };
    const number = (await see(id, buyer)).number;
    for (const it of [id, lines[2] ?? '', randomUUID(), number, number.slice(2), 'P-9999999999'])
      expect(await tried(it, stranger)).toEqual(absent);
    for (const it of ['no-id', 'P-', 'P-0', '-5', '12345678901'])
      expect(await tried(it, stranger)).toMatchObject({ status: 400 });
    expect(await tried(id)).toEqual({ status: 401, code: 'signed_out' });
    expect(await tried(randomUUID(), await shop.person('admin'))).toEqual(absent);
  });

  test('by its number as people write it; for admins as for its customer', async () => {
    const { buyer, id } = await bought();
    const seen = await see(id, buyer);
    expect(seen.lines.map((it: { number: string }) => it.number)).toEqual(Array(3).fill(seen.number));
    const admin = await shop.person('admin');
    for (const it of [seen.number, seen.number.toLowerCase(), seen.number.slice(2)])
      for (const who of [buyer, admin]) expect(await see(it, who)).toMatchObject(seen);
    expect(await see(id, admin)).toEqual({ ...seen, desk: expect.anything() });
  });
});

describe('POST /purchases/{id}/change', () => {
  const change = (id: string, drop: unknown, who?: Person) =>
    shop.call('changePurchase', { params: { id }, body: { drop } }, who);

  test('cancels all the named orders; the rest is to be paid, with its share of the offer', async () => {
    const { buyer, id, lines } = await bought();
    expect(await change(id, lines.slice(0, 2), buyer)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    const left = await see(id, buyer);
    expect(left).toMatchObject({ state: 'unpaid', total: 50, discount: 15, amount: 35 });
    expect(left.lines.map((it: { state: string }) => it.state)).toEqual(['cancelled', 'cancelled', 'unpaid']);
    expect((await change(id, lines.slice(0, 2), buyer)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(await see(id, buyer)).toEqual(left);
  });

  test('the last of its orders end it', async () => {
    const { buyer, id, lines } = await bought();
    await change(id, [lines[0]], buyer);
    expect((await change(id, lines.slice(1), buyer)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await see(id, buyer)).toMatchObject({ state: 'cancelled' });
  });

  test('does nothing where one is not of this purchase, or is named of somebody else', async () => {
    const [{ buyer, id, lines }, other] = [await bought(), await bought()];
    const before = await shopState(shop.sql);
    const absent = { status: 404, body: { code: 'order_not_found' } };
    expect(await change(id, [lines[0], other.lines[0]], buyer)).toMatchObject(absent);
    expect(await change(id, [lines[0], randomUUID()], buyer)).toMatchObject(absent);
    expect(await change(other.id, [other.lines[0]], buyer)).toMatchObject(absent);
    for (const wrong of [[], 'all', ['no-id'], undefined])
      expect(await change(id, wrong, buyer)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('does nothing once it is paid', async () => {
    const { buyer, id, lines } = await bought();
    const { clientSecret } = (await begin(buyer, 105, id)).body;
    await pay.confirm(clientSecret);
    expect(await change(id, [lines[1]], buyer)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect(await see(id, buyer)).toMatchObject({ state: 'paid', amount: 105 });
  });

  test('closes an open payment first; its old secret pays nothing', async () => {
    const { buyer, id, lines } = await bought();
    const { clientSecret } = (await begin(buyer, 105, id)).body;
    expect((await change(id, lines.slice(1), buyer)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await pay.confirm(clientSecret)).toMatchObject({ status: 400 });
    expect(await see(id, buyer)).toMatchObject({ state: 'unpaid', amount: 35 });
  });

  test('waits while the provider is away, wished twice and more at a time', async () => {
    const { buyer, id, lines } = await bought();
    await begin(buyer, 105, id);
    shop.setTrouble(() => 'fail-before');
    expect((await change(id, [lines[0]], buyer)).body).toMatchObject({ modifiedCount: 1, pending: true });
    expect((await change(id, [lines[0], lines[2]], buyer)).body).toMatchObject({ pending: true });
    shop.setTrouble(() => 'none');
    expect(await see(id, buyer)).toMatchObject({ state: 'changing', amount: 105 });
    shop.passTime(600_000);
    await shop.work();
    const left = await see(id, await shop.renewed(buyer));
    expect(left.lines.map((it: { state: string }) => it.state)).toEqual(['cancelled', 'unpaid', 'cancelled']);
  });
});

describe('calls that know orders alone', () => {
  test('each line is an order among the own ones and by itself', async () => {
    const { buyer, lines } = await bought();
    const listed = await mine(buyer);
    expect(listed.map((it: { _id: string }) => it._id)).toEqual(lines);
    for (const [at, id] of lines.entries()) {
      const { status, body: order } = await shop.call('getOrder', { params: { id } }, buyer);
      expect(status).toBe(200);
      expect(order).toEqual(listed[at]);
      expect(order).toMatchObject({ total: 50, discount: 15, amount: 35, state: 'unpaid', paid: false });
      expect(Date.parse(order.holdUntil)).toBe(shop.context.clock().getTime() + 3_600_000);
    }
  });

  test('a payment of any line is one of the whole purchase, and pays all of them', async () => {
    const { buyer, id, lines } = await bought();
    const refused = { status: 409, body: { code: 'price_changed', figures: { amount: 105 } } };
    for (const price of [35, 50, 150]) expect(await begin(buyer, price, lines[1])).toMatchObject(refused);
    const secrets = [];
    for (const line of lines) secrets.push((await begin(buyer, 105, line)).body.clientSecret);
    secrets.push((await begin(buyer, 105)).body.clientSecret);
    expect(new Set(secrets).size).toBe(1);
    const [secret] = secrets;
    const intentId = secret.split('_secret_')[0];
    expect((await pay.retrieve(intentId)).amount).toBe(10_500);
    await pay.confirm(secret);
    const [, line = ''] = lines;
    const confirmed = { params: { id: line }, body: { order_id: line, transactionId: intentId } };
    expect(await shop.call('confirmPayment', confirmed, buyer)).toMatchObject({ status: 200, body: { paid: true } });
    expect(await see(id, buyer)).toMatchObject({ state: 'paid', amount: 105, holdUntil: null });
    expect(await mine(buyer)).toMatchObject(
      lines.map((it) => ({ _id: it, paid: true, state: 'paid', transactionId: intentId, amount: 35 })),
    );
    expect(await shop.call('cancelOrder', { params: { id: line } }, buyer)).toMatchObject({
      ...{ status: 409, body: { code: 'already_paid' } },
    });
    expect((await pay.refunds(intentId)).length).toBe(0);
  });

  test('a deleted line leaves the list; the others stay and cost what they did', async () => {
    const { buyer, id, lines } = await bought();
    const [first = '', ...rest] = lines;
    const remove = () => shop.call('cancelOrder', { params: { id: first } }, buyer);
    expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect((await mine(buyer)).map((it: { _id: string }) => it._id)).toEqual(rest);
    const seen = await see(id, buyer);
    expect(seen).toMatchObject({ state: 'unpaid', total: 100, discount: 30, amount: 70 });
    expect(seen.lines.map((it: { state: string }) => it.state)).toEqual(['cancelled', 'unpaid', 'unpaid']);
    expect(await begin(buyer, 105, rest[0])).toMatchObject({ status: 409, body: { figures: { amount: 70 } } });
    expect((await begin(buyer, 70, rest[0])).status).toBe(200);
  });

  test('a line of somebody else is not paid, seen or deleted', async () => {
    const { lines } = await bought();
    const stranger = await shop.person();
    const [, id = ''] = lines;
    const before = await shopState(shop.sql);
    const absent = { status: 404, body: { code: 'order_not_found' } };
    expect(await begin(stranger, 105, id)).toMatchObject(absent);
    for (const call of ['getOrder', 'cancelOrder'] as const)
      expect(await shop.call(call, { params: { id } }, stranger)).toMatchObject(absent);
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('admins see each line among all orders, and delete one', async () => {
    const { buyer, id, lines } = await bought();
    const admin = await shop.person('admin');
    const listed = (await shop.call('listOrders', { query: { of: buyer.email } }, admin)).body;
    expect(listed.map((it: { _id: string }) => it._id)).toEqual(lines);
    const [, , last = ''] = lines;
    expect((await shop.call('deleteOrder', { params: { id: last } }, admin)).body).toEqual({
      ...{ acknowledged: true, deletedCount: 1 },
    });
    expect(await see(id, buyer)).toMatchObject({ state: 'unpaid', amount: 70 });
  });
});
