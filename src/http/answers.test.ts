import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { CallName } from '#contract/kernel/paths.ts';
import { Problem } from '#contract/kernel/problem.ts';
import { begun, ordered, payments } from '../../tests/harness/own-payments.ts';
import { type CallAnswer, type CallInput, ORIGIN, ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000, sku: 'TH-1', category: 'Hammers' });
const buyer = await shop.person();
const admin = await shop.person('admin');
const order = await ordered(shop, buyer, tool);

const orderBody = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };

/** The answer to a call, which must be 200 and of the row's own shape. */
async function answered(name: CallName, input: CallInput = {}, caller?: Person) {
  const answer = await shop.call(name, input, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(calls[name].response.parse(answer.body)).toEqual(answer.body);
  return answer;
}

function expectProblem(answer: CallAnswer, status: number, code: string) {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(Problem.parse(answer.body)).toEqual(answer.body);
  expect(answer.body.detail).not.toBe('');
}

describe('what the calls answer, field by field', () => {
  test('sign-up, sign-in, session and sign-out', async () => {
    const email = `new-${randomUUID()}@example.com`;
    const entered = await answered('signUp', { body: { name: 'New Person', email, password: 'secret' } });
    expect(entered.body).toEqual({ uid: expect.any(String), displayName: 'New Person', email, photoURL: null });
    const again = await answered('signIn', { body: { email, password: 'secret' } });
    expect(again.body).toEqual(entered.body);
    const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await answered('getSession', { headers: { cookie } })).body).toEqual({ user: entered.body });
    expect((await answered('signOut', { headers: { cookie } })).body).toEqual({ acknowledged: true });
    expect((await answered('getSession', { headers: { cookie } })).body).toEqual({ user: null });
    expect((await answered('getSession')).body).toEqual({ user: null });
  });

  test('PUT /user/{email} answers the token, GET /admin/{email} whether somebody is an admin', async () => {
    const mine = { params: { email: buyer.email } };
    const issued = await answered('issueToken', { ...mine, body: { email: buyer.email } }, buyer);
    expect(issued.body).toEqual({ acknowledged: true, token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
    expect((await answered('isAdmin', mine, buyer)).body).toEqual({ admin: false });
    expect((await answered('isAdmin', mine, admin)).body).toEqual({ admin: false });
    expect((await answered('isAdmin', { params: { email: admin.email } }, admin)).body).toEqual({ admin: true });
    const nobody = { params: { email: 'nobody@example.com' } };
    expect((await answered('isAdmin', nobody, admin)).body).toEqual({ admin: false });
  });

  test('tools and reviews are bare arrays, a tool is one object', async () => {
    const shown = {
      _id: tool.id,
      name: 'Test Hammer',
      image: tool.image,
      description: 'A hammer for tests.',
      min_quantity: 5,
      available_quantity: expect.any(Number),
      price: 10,
      sku: 'TH-1',
      category: 'Hammers',
      pack: 1,
      steps: [],
    };
    expect((await answered('listTools')).body).toEqual([shown]);
    expect((await answered('getTool', { params: { id: tool.id } })).body).toEqual(shown);
    await shop.sql`insert into review (name, review, star) values ('Ann', 'Good.', 4.5)`;
    expect((await answered('listReviews')).body).toEqual([
      {
        ...{ _id: expect.any(String), name: 'Ann', photo: null, review: 'Good.', star: 4.5, verified: false },
        createdAt: expect.any(String),
      },
    ]);
  });

  test('an order: placed, listed, paid, shipped', async () => {
    const one = await shop.person();
    const placed = await answered('placeOrder', { body: { ...orderBody, quantity: '6' } }, one);
    expect(placed.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    const id = placed.body.insertedId;
    const unpaid = {
      ...{ _id: id, number: expect.stringMatching(/^P-\d+$/) },
      ...{ name: one.name, email: one.email },
      phone: '5550142200',
      address: '1 Main Street',
      quantity: 6,
      tools_name: 'Test Hammer',
      tools_image: tool.image,
      tools_price: 10,
      tools_id: tool.id,
      paid: false,
      shipping: false,
      transactionId: null,
      state: 'unpaid',
      total: 60,
      discount: 18,
      amount: 42,
      createdAt: expect.any(String),
      paidAt: null,
      shippedAt: null,
      shipBy: null,
      holdUntil: expect.any(String),
      closesAt: expect.any(String),
      reviewReason: null,
    };
    expect((await answered('getOrder', { params: { id } }, one)).body).toEqual(unpaid);
    expect((await answered('listMyOrders', { params: { email: one.email } }, one)).body).toEqual([unpaid]);
    const atDesk = { ...unpaid, item_number: expect.any(String) };
    expect((await answered('listOrders', {}, admin)).body).toContainEqual(atDesk);

    const secret = (await answered('createPaymentIntent', { body: { price: 42, order_id: id } }, one)).body;
    expect(secret).toEqual({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) });
    const transactionId = secret.clientSecret.split('_secret_')[0];
    const confirm = { params: { id }, body: { order_id: id, transactionId } };
    const early = await shop.call('confirmPayment', confirm, one);
    expect({ status: early.status, body: early.body }).toEqual({
      status: 202,
      body: { acknowledged: false, paid: false, payable: true },
    });
    await pay.confirm(secret.clientSecret);
    expect((await answered('confirmPayment', confirm, one)).body).toEqual({
      acknowledged: true,
      paid: true,
      payable: false,
    });
    expect((await answered('confirmPayment', confirm, one)).body).toEqual({
      acknowledged: true,
      paid: true,
      payable: false,
    });

    expect((await answered('shipOrder', { params: { id } }, admin)).body).toEqual({
      ...{ acknowledged: true, modifiedCount: 1 },
      shipment: expect.any(String),
    });
    expect((await answered('shipOrder', { params: { id } }, admin)).body).toEqual({
      ...{ acknowledged: true, modifiedCount: 0 },
      already: { by: admin.name, at: expect.any(String) },
    });
    const shipped = (await answered('getOrder', { params: { id } }, one)).body;
    expect(shipped).toMatchObject({ paid: true, shipping: true, transactionId, state: 'shipped', holdUntil: null });
    expect(Date.parse(shipped.shipBy) - Date.parse(shipped.paidAt)).toBe(7 * 86_400_000);
    const deeds = await shop.sql`select action from audit where target = ${id} order by id`;
    expect(deeds.map((it) => it.action)).toEqual(['order.placed', 'order.paid', 'order.shipped']);
  });

  test('an order that is not paid, or never was, is not shipped', async () => {
    const before = await shopState(shop.sql);
    expectProblem(await shop.call('shipOrder', { params: { id: order.id } }, admin), 409, 'order_not_paid');
    expectProblem(await shop.call('shipOrder', { params: { id: randomUUID() } }, admin), 404, 'order_not_found');
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('a webhook that is signed is answered with received', async () => {
    const { intentId } = await begun(shop, buyer, order);
    const [event] = await pay.events(intentId);
    const answer = await pay.deliver(event ?? {});
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
  });

  test('private answers are kept by no cache; the catalogue may be, and is asked for each time', async () => {
    const mine = await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer);
    expect(mine.headers.get('cache-control')).toBe('no-store');
    expect((await shop.call('getSession')).headers.get('cache-control')).toBe('no-store');
    for (const name of ['listTools', 'listCategories'] as const)
      expect((await shop.call(name)).headers.get('cache-control')).toBe('no-cache');
  });

  test('the shop is alive and ready', async () => {
    expect(await (await shop.app.request(`${ORIGIN}/healthz`)).json()).toEqual({ ok: true });
    expect(await (await shop.app.request(`${ORIGIN}/readyz`)).json()).toEqual({
      ready: true,
      degraded: [],
    });
  });

  test('what is wrong while the shop can sell is told beside', async () => {
    await shop.sql`insert into job (queue, kind, key, payload, created_at, run_at) values ('outbox', 'refund', 'waits', '{}', now() - interval '1 hour', now() - interval '1 hour')`;
    await shop.sql`insert into job (queue, kind, key, payload, created_at) values ('inbox', 'x', 'evt_waits', '{}', now() - interval '1 hour')`;
    await shop.sql`insert into bookmark (name, at) values ('backup failed', now())`;
    await shop.sql`update audit_check set done_broken_no = 3`;
    const asked = await shop.app.request(`${ORIGIN}/readyz`);
    expect(asked.status).toBe(200);
    expect((await asked.json()).degraded.toSorted()).toEqual(['audit', 'backup', 'events', 'messages']);
    await shop.sql`delete from job where key in ('waits', 'evt_waits')`;
    await shop.sql`delete from bookmark`;
    await shop.sql`update audit_check set done_broken_no = null`;
    expect((await (await shop.app.request(`${ORIGIN}/readyz`)).json()).degraded).toEqual([]);
  });
});

describe('a catalogue of many tools comes in pages', () => {
  test('oldest first, or newest first, each page with a Link to the next', async () => {
    for (let n = 0; n < 4; n += 1) await shop.tool({ name: `Tool ${n}` });
    const names = (answer: CallAnswer) => answer.body.map((it: { name: string }) => it.name);
    const first = await answered('listTools', { query: { limit: '3' } });
    expect(names(first)).toEqual(['Test Hammer', 'Tool 0', 'Tool 1']);
    const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await shop.app.request(new URL(link, ORIGIN).href);
    expect((await rest.json()).map((it: { name: string }) => it.name)).toEqual(['Tool 2', 'Tool 3']);
    expect(rest.headers.get('link')).toBeNull();
    expect(names(await answered('listTools', { query: { limit: '2', sort: 'newest' } }))).toEqual(['Tool 3', 'Tool 2']);
  });

  test('each page says how many tools fit, and keeps the filter and the order', async () => {
    await shop.tool({ name: 'Pagefinder 1', price: 3 });
    await shop.tool({ name: 'Pagefinder 2', price: 2 });
    await shop.tool({ name: 'Pagefinder 3', price: 1 });
    const query = { q: 'pagefinder', price: '2-', sort: 'price-asc', limit: '1' };
    const first = await answered('listTools', { query });
    const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await shop.app.request(new URL(link, ORIGIN).href);
    expect([first, second].map((it) => it.headers.get('x-total-count'))).toEqual(['2', '2']);
    expect([first.body[0].name, (await second.json())[0].name]).toEqual(['Pagefinder 2', 'Pagefinder 1']);
    expect(second.headers.get('link')).toBeNull();
  });

  test('a deleted tool is in no list and cannot be fetched', async () => {
    const gone = await shop.tool({ name: 'Gone', deletedAt: new Date() });
    expect((await answered('listTools')).body.map((it: { _id: string }) => it._id)).not.toContain(gone.id);
    expectProblem(await shop.call('getTool', { params: { id: gone.id } }), 404, 'tool_not_found');
  });
});

describe('what is refused changes nothing', () => {
  const withBody = [
    { name: 'signUp', input: { body: { name: 'N', email: 'n@example.com', password: 'secret' } }, caller: undefined },
    { name: 'signIn', input: { body: { email: buyer.email, password: buyer.password } }, caller: undefined },
    { name: 'issueToken', input: { params: { email: buyer.email }, body: { email: buyer.email } }, caller: buyer },
    { name: 'placeOrder', input: { body: orderBody }, caller: buyer },
    { name: 'createPaymentIntent', input: { body: { price: order.amount, order_id: order.id } }, caller: buyer },
    {
      name: 'confirmPayment',
      input: { params: { id: order.id }, body: { order_id: order.id, transactionId: 'pi_1' } },
      caller: buyer,
    },
  ] satisfies { name: CallName; input: CallInput & { body: object }; caller: Person | undefined }[];

  const bodies: [string, string, string, number, string][] = [
    ['no body', 'application/json', '', 400, 'invalid_json'],
    ['half an object', 'application/json', '{"a":', 400, 'invalid_json'],
    ['broken UTF-8', 'application/json', '\u0000bytes', 400, 'invalid_json'],
    ['text', 'application/json', '"text"', 400, 'invalid_request'],
    ['an array', 'application/json', '[]', 400, 'invalid_request'],
    ['null', 'application/json', 'null', 400, 'invalid_request'],
    ['an empty object', 'application/json', '{}', 400, 'invalid_request'],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415, 'json_expected'],
    ['plain text', 'text/plain', '{}', 415, 'json_expected'],
    ['no type', '', '{}', 415, 'json_expected'],
    ['a type that only begins like JSON', 'application/jsonp', '{}', 415, 'json_expected'],
    ['more than 64 kB', 'application/json', `{"a":"${'x'.repeat(64 * 1024)}"}`, 413, 'body_too_large'],
  ];

  describe.each(withBody)('$name', ({ name, input, caller }) => {
    test.each(bodies)('with %s', async (what, type, text, status, code) => {
      const before = await shopState(shop.sql);
      const body = what === 'broken UTF-8' ? Uint8Array.from([0x22, 0xff, 0xfe, 0x22]) : new TextEncoder().encode(text);
      expectProblem(await send(name, input, type, body, caller), status, code);
      expect(await shopState(shop.sql)).toBe(before);
    });

    test.each(Object.keys(input.body).filter((field) => field !== 'order_id' || name === 'confirmPayment'))(
      'without %s',
      async (field) => {
        const before = await shopState(shop.sql);
        const { [field]: _absent, ...rest } = input.body as Record<string, unknown>;
        const answer = await shop.call(name, { ...input, body: rest }, caller);
        expectProblem(answer, 400, 'invalid_request');
        expect(answer.body.errors).toContainEqual({ field, message: expect.any(String) });
        expect(await shopState(shop.sql)).toBe(before);
      },
    );

    const odd = [null, true, {}, [], [[]], '', '\u0000', '\ud800', -1, 1.5, 1e300, -1e300, 'x'.repeat(10_000)];
    test('with odd values in every field: refused in words, never a failure of the shop', async () => {
      for (const field of Object.keys(input.body))
        for (const value of odd) {
          const answer = await shop.call(name, { ...input, body: { ...input.body, [field]: value } }, caller);
          expect(answer.status, `${field}: ${JSON.stringify(value)?.slice(0, 50)}`).toBeLessThan(500);
          if (answer.status >= 400) expect(Problem.parse(answer.body)).toEqual(answer.body);
        }
    });
  });

  test('a body of exactly 64 kB is read', async () => {
    const empty = JSON.stringify({ ...orderBody, name: '' });
    const body = { ...orderBody, name: 'x'.repeat(64 * 1024 - empty.length) };
    await answered('placeOrder', { body }, buyer);
  });

  test('a body that claims to be short is counted as it comes', async () => {
    const body = new TextEncoder().encode(JSON.stringify({ ...orderBody, name: 'x'.repeat(70_000) }));
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < body.length; at += 1000) controller.enqueue(body.slice(at, at + 1000));
        controller.close();
      },
    });
    const answer = await shop.app.request(`${ORIGIN}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json', 'content-length': '10' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  const ids = [
    '1',
    'abc',
    "1' or '1'='1",
    '00000000-0000-0000-0000-00000000000',
    `${order.id}x`,
    '%00',
    '../user',
    '\u0660',
  ];
  test.each(
    (['getTool', 'deleteTool', 'getOrder', 'cancelOrder', 'shipOrder', 'deleteOrder'] as const).flatMap((name) =>
      ids.map((id) => ({ name, id })),
    ),
  )('$name with the id "$id"', async ({ name, id }) => {
    const caller = calls[name].actor === 'admin' ? admin : buyer;
    const answer = await shop.call(name, { params: { id } }, caller);
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.body.errors).toEqual([{ field: 'id', message: expect.stringContaining('This is not the id of') }]);
  });

  const addresses = [
    'x',
    'a@b',
    'a b@c.de',
    'a@b@c.de',
    'a@c.de\u0000',
    `${'a'.repeat(250)}@b.de`,
    "'; drop table person; --",
  ];
  test.each(addresses)('the address "%.30s" in the path', async (email) => {
    for (const name of ['isAdmin', 'listMyOrders'] as const)
      expectProblem(await shop.call(name, { params: { email } }, buyer), 400, 'invalid_request');
  });

  test("somebody else's address in the path is refused", async () => {
    for (const name of ['isAdmin', 'listMyOrders'] as const)
      expectProblem(await shop.call(name, { params: { email: admin.email } }, buyer), 403, 'not_yours');
    const token = { params: { email: buyer.email }, body: { email: admin.email } };
    expectProblem(await shop.call('issueToken', token, buyer), 403, 'not_yours');
  });

  test.each([
    { limit: '0' },
    { limit: '1001' },
    { limit: '-1' },
    { limit: 'abc' },
    { after: '1e3' },
    { after: 'WyJuZXdlc3QiLG51bGwsMV0' },
    { sort: 'price' },
    { price: '20-10' },
    { min_order: '0' },
    { in_stock: 'yes' },
    { q: 'x'.repeat(101) },
    { page: '2' },
  ])('the list of tools with %o', async (query) => {
    const answer = await shop.call('listTools', { query });
    expectProblem(answer, 400, 'invalid_request');
    const [name = ''] = Object.keys(query);
    expect(`${answer.body.detail} ${JSON.stringify(answer.body.errors)}`).toMatch(
      name === 'page' ? /no parameter page/ : `"${name}"`,
    );
  });

  test('a path that is no text any more, or has more parts than a call, is answered without a failure', async () => {
    for (const path of ['/tools/%', '/tools/%ff', '/tools/%E0%A4%A', '/tools/a/b', '/admin/%40', '//tools', '/tools/'])
      expect((await shop.app.request(`${ORIGIN}${path}`)).status, path).toBeLessThan(500);
  });

  function send(name: CallName, { params }: CallInput, type: string, body: Uint8Array, caller: Person | undefined) {
    const { method, path } = calls[name];
    const url = ORIGIN + path.replace(/\{(\w+)\}/, (_, key: string) => params?.[key] ?? '');
    const headers = new Headers({ origin: ORIGIN });
    if (type) headers.set('content-type', type);
    if (caller) headers.set('authorization', `Bearer ${caller.token}`);
    if (caller) headers.set('cookie', caller.cookie);
    return Promise.resolve(shop.app.request(url, { method, headers, body: new Uint8Array(body) })).then(
      async (response): Promise<CallAnswer> => ({
        status: response.status,
        body: await response.json(),
        headers: response.headers,
      }),
    );
  }
});
