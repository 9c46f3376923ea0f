import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { allPaths } from '#contract/kernel/call.ts';
import { linkedPdf, MAX_PROMISES, PROMISES_A_DAY } from '#model/orders/promise.ts';
import { hashToken } from '#services/identity/token-hash.ts';
import { RENEWALS_AN_HOUR } from '#services/orders/promises/renew-link.ts';
import { takeLink } from '#services/payments/find-link.ts';
import { readLink } from '#services/payments/open-link.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import {
  confirmed,
  linked,
  looksAt,
  makePromise,
  openLink,
  payByLink,
  promised,
  regularOf,
  STEPS,
} from '../../../tests/harness/promises.ts';
import { CONTACT, findings } from '../../../tests/harness/purchases.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';

const shop = await ownShop();
const { availableOf, purchases, seen } = looksAt(shop);
const regular = () => regularOf(shop);
/** In which state its PDF has it. */
const document = async (token: string) => {
  const read = await readLink(shop.context, token, '10.7.7.7');
  return read.ok && read.value.state;
};

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

describe('making', () => {
  test('keeps prices, names and address, holds no stock, and stores no token', async () => {
    const buyer = await regular();
    const tool = await shop.tool({ ...STEPS, name: 'Wrench', sku: `HT-${randomUUID().slice(0, 8)}`.toUpperCase() });
    const its = { po_number: '4500018830', job: 'Unit 7', note: 'Needed by 4 Dec.\nThanks.' };
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 94 }], its);
    expect(number).toMatch(/^PP-\d{4,}$/);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await availableOf(tool.id)).toBe(1_000);
    await shop.sql`update tool set name = 'Spanner', price = 20 where id = ${tool.id}`;
    await shop.sql`update person set name = 'Renamed' where id = ${buyer.id}`;
    const now = shop.context.clock();
    const until = new Date(now);
    until.setUTCDate(until.getUTCDate() + 7);
    const paper = await linked(shop, token);
    expect(paper).toMatchObject({
      ...{ number, state: 'valid', name: 'Sam Sample', address: CONTACT.address, ...its, paying: false },
      ...{ total: 940, guard: 40, amount: 900, createdAt: now.toISOString() },
      validUntil: `${until.toISOString().slice(0, 10)}T23:59:59.999Z`,
      lines: [{ tools_name: 'Wrench', sku: tool.sku, quantity: 94, each: 10, total: 940, guard: 40 }],
      ways: [{ way: 'all', total: 940, guard: 40, discount: 0, amount: 900 }],
    });
    expect(JSON.stringify(paper)).not.toContain(buyer.email);
    expect(JSON.stringify(paper)).not.toContain(CONTACT.phone);
    const kept = await shop.sql`select token_hash from pay_link where token_hash = ${hashToken(token)}`;
    expect(kept).toHaveLength(1);
    expect(await shopState(shop.sql)).not.toContain(token);
  });

  test('refuses what is not so: price, minimum, packs, a tool twice or gone, and says why of each line', async () => {
    const buyer = await shop.person();
    const [dear, packed, gone] = [
      await shop.tool(),
      await shop.tool({ pack: 12, minQuantity: 12 }),
      await shop.tool({ deletedAt: new Date() }),
    ];
    const before = await shopState(shop.sql);
    const made = await makePromise(shop, buyer, [
      { tool: dear, quantity: 4 },
      { tool: packed, quantity: 30 },
      { tool: gone, quantity: 5 },
    ]);
    expect(made).toMatchObject({ status: 409, body: { code: 'lines_refused', figures: { lines: 3 } } });
    expect(made.body.lines).toMatchObject([
      { line: 1, code: 'quantity_below_minimum', figures: { least: 5 } },
      { line: 2, code: 'not_whole_packs', figures: { fewer: 24, more: 36 } },
      { line: 3, code: 'tool_gone' },
    ]);
    const wrong = await makePromise(shop, buyer, [{ tool: dear, quantity: 5, price: 9 }]);
    expect(wrong.body.lines).toMatchObject([{ code: 'price_changed', figures: { price: 10 } }]);
    const twice = await makePromise(shop, buyer, [
      { tool: dear, quantity: 5 },
      { tool: dear, quantity: 6 },
    ]);
    expect(twice.body.lines).toMatchObject([{ code: 'tool_twice' }, { code: 'tool_twice' }]);
    expect((await makePromise(shop, buyer, [{ tool: dear, quantity: 5 }], { note: 'x'.repeat(301) })).status).toBe(400);
    expect((await makePromise(shop, buyer, [])).status).toBe(400);
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('refuses what no payment can be, also where the sum is beyond what a number holds to the cent', async () => {
    const buyer = await shop.person();
    const dearest = await Promise.all(Array.from({ length: 95 }, () => shop.tool({ price: 1_000_000 })));
    const lines = dearest.map((tool) => ({ tool, quantity: 1_000_000 }));
    for (const wanted of [lines.slice(0, 1), lines])
      expect(await makePromise(shop, buyer, wanted)).toMatchObject({ status: 422, body: { code: 'amount_too_large' } });
  });

  test('refuses another total than was shown, though a piece costs the same: the step above its quantity is gone', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool(STEPS);
    await shop.sql`update tool set step_from = '{}', step_price = '{}' where id = ${tool.id}`;
    const made = (amount: number) => makePromise(shop, buyer, [{ tool, quantity: 94 }], { amount });
    expect(await made(900)).toMatchObject({ status: 409, body: { code: 'amount_differs', figures: { amount: 940 } } });
    expect(await made(940)).toMatchObject({ status: 200 });
  });

  test('what is not in stock may be promised; the same key and body once', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool({ available: 0 });
    const body = { ...CONTACT, lines: [{ tools_id: tool.id, quantity: 5, tools_price: 10 }] };
    const headers = { 'idempotency-key': randomUUID() };
    const send = (more = {}) => shop.call('makePromise', { body: { ...body, ...more }, headers }, buyer);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.number)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.token)).toHaveLength(1);
    // What was shown is no part of what a key stands for.
    expect((await send({ amount: 60 })).body).toEqual({ acknowledged: true, number: answers[0]?.body.number });
    expect(await send({ note: 'Another' })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect((await shop.call('listPromises', {}, buyer)).body.rows).toHaveLength(1);
  });

  test('a customer may have so many valid ones', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const first = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    await shop.sql`
      insert into price_promise (person_id, name, phone, address, lines, goods_cents, guard_cents, valid_until, created_at)
      select person_id, name, phone, address, lines, goods_cents, guard_cents, valid_until, created_at
        from price_promise, generate_series(2, ${MAX_PROMISES}::int) where person_id = ${buyer.id}`;
    const more = await makePromise(shop, buyer, [{ tool, quantity: 5 }]);
    expect(more).toMatchObject({ status: 422, body: { code: 'too_many_promises' } });
    await shop.sql`update price_promise set created_at = created_at - interval '1 day' where person_id = ${buyer.id}`;
    await shop.call('withdrawPromise', { params: { number: first.number } }, buyer);
    expect((await makePromise(shop, buyer, [{ tool, quantity: 5 }])).status).toBe(200);
    const page = (await shop.call('listPromises', {}, buyer)).body;
    expect(page.rows).toHaveLength(100);
    const rest = (await shop.call('listPromises', { query: { after: page.next } }, buyer)).body;
    expect(rest.rows.map(({ number, state }: { number: string; state: string }) => [number, state])).toEqual([
      [first.number, 'withdrawn'],
    ]);
  });
});

describe('what stays for good', () => {
  test('a customer makes so many in a day, whatever becomes of them', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const first = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    await shop.call('withdrawPromise', { params: { number: first.number } }, buyer);
    await shop.sql`
      insert into price_promise (person_id, name, phone, address, state, lines, goods_cents, guard_cents, valid_until, created_at)
      select person_id, name, phone, address, state, lines, goods_cents, guard_cents, valid_until, created_at
        from price_promise, generate_series(2, ${PROMISES_A_DAY}::int) where person_id = ${buyer.id}`;
    const more = await makePromise(shop, buyer, [{ tool, quantity: 5 }]);
    expect(more).toMatchObject({ status: 429, body: { code: 'too_many_attempts', figures: { of: 'promises' } } });
    expect(more.body.detail).toBe('You held prices as often within a day as one account may. Try again in 24 hours.');
    expect(more.headers.get('retry-after')).toBe('86400');
    expect(await shop.sql`select from price_promise where person_id = ${buyer.id}`).toHaveLength(PROMISES_A_DAY);
    shop.passTime(86_400_000);
    const later = await shop.renewed(buyer);
    expect((await makePromise(shop, later, [{ tool, quantity: 5 }])).status).toBe(200);
  });

  test('its link is made anew so often in an hour, and the last stays good', async () => {
    const [buyer, other] = [await shop.person(), await shop.person()];
    const tool = await shop.tool();
    const { number } = await promised(shop, buyer, [{ tool, quantity: 5 }]);
    const renew = (who = buyer, of = number) => shop.call('renewPromiseLink', { params: { number: of } }, who);
    let token = '';
    for (let n = 0; n < RENEWALS_AN_HOUR; n += 1) token = (await renew()).body.token;
    const refused = await renew();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts', figures: { of: 'renewals' } } });
    expect(refused.body.detail).toBe('New links were made very often within an hour. Try again in 60 minutes.');
    const links = await shop.sql`
      select from pay_link where promise_id = (select id from price_promise where person_id = ${buyer.id})`;
    expect(links).toHaveLength(RENEWALS_AN_HOUR + 1);
    expect(await linked(shop, token)).toMatchObject({ state: 'valid' });
    const others = await promised(shop, other, [{ tool, quantity: 5 }]);
    expect((await renew(other, others.number)).status).toBe(200);
    shop.passTime(3_600_000);
    expect((await renew(await shop.renewed(buyer))).status).toBe(200);
  });
});

describe('the end of a link', () => {
  test('after the last minute of its day nothing is begun by it; what was begun before is still paid', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const [late, begunInTime] = [
      await promised(shop, buyer, [{ tool, quantity: 10 }]),
      await promised(shop, buyer, [{ tool, quantity: 10 }]),
    ];
    const until = Date.parse((await linked(shop, late.token)).validUntil);
    shop.passTime(until - shop.context.clock().getTime());
    expect(await linked(shop, late.token)).toMatchObject({ state: 'valid' });
    const started = await payByLink(shop, begunInTime.token);
    expect(started.status).toBe(200);
    shop.passTime(1);
    await shop.sql`update session set seen_at = ${shop.context.clock()} where person_id = ${buyer.id}`;
    const me = await shop.renewed(buyer);
    expect(await linked(shop, late.token)).toMatchObject({ state: 'expired', ways: [], today: 100 });
    expect(await seen(me, late.number)).toMatchObject({ state: 'expired', hasLink: false });
    const over = { status: 409, body: { code: 'promise_over', figures: { why: 'expired' } } };
    expect(await payByLink(shop, late.token, { amount: 100 })).toMatchObject(over);
    expect(await payByLink(shop, begunInTime.token, { amount: 100 })).toMatchObject(over);
    const order = { params: { number: late.number }, body: { way: 'all', amount: 100 } };
    expect(await shop.call('orderPromise', order, me)).toMatchObject(over);
    expect(await shop.call('renewPromiseLink', { params: { number: late.number } }, me)).toMatchObject(over);
    expect(await purchases(late.number)).toEqual([]);
    expect((await confirmed(shop, begunInTime.token, started.body.clientSecret)).body.paid).toBe(true);
  });

  test('withdrawn, it says so and cannot be paid; what was ordered is cancelled as a purchase', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const withdraw = (which = number) => shop.call('withdrawPromise', { params: { number: which } }, buyer);
    expect((await withdraw()).body.modifiedCount).toBe(1);
    expect((await withdraw()).body.modifiedCount).toBe(0);
    expect(await linked(shop, token)).toMatchObject({ state: 'withdrawn', ways: [] });
    expect(await document(token)).toBe('withdrawn');
    const refused = await payByLink(shop, token, { amount: 100 });
    expect(refused).toMatchObject({ body: { code: 'promise_over', figures: { why: 'withdrawn' } } });
    const ordered = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const made = await payByLink(shop, ordered.token);
    expect(await withdraw(ordered.number)).toMatchObject({
      ...{ status: 409, body: { code: 'promise_ordered', figures: { number: made.body.number } } },
    });
    const [row] = await purchases(ordered.number);
    await shop.call('cancelOrder', { params: { id: row?.id } }, buyer);
    await shop.work();
    // Nobody has withdrawn it.
    expect(await linked(shop, ordered.token)).toMatchObject({ state: 'cancelled' });
    expect(await document(ordered.token)).toBe('cancelled');
    expect(await seen(buyer, ordered.number)).toMatchObject({ state: 'cancelled' });
    const over = { code: 'promise_over', figures: { why: 'cancelled' } };
    expect(await payByLink(shop, ordered.token, { amount: 100 })).toMatchObject({ body: over });
  });

  test('a withdrawal and 10 payments at once: withdrawn or ordered, never both', async () => {
    const buyer = await regular();
    const tool = await shop.tool({ available: 10_000 });
    for (let round = 0; round < 5; round += 1) {
      const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
      const [withdrawn] = await Promise.all([
        shop.call('withdrawPromise', { params: { number } }, buyer),
        ...Array.from({ length: 10 }, (_, n) => payByLink(shop, token, { amount: 100, from: `10.1.${round}.${n}` })),
      ]);
      expect(await purchases(number)).toHaveLength(withdrawn.status === 200 ? 0 : 1);
    }
  });

  test('a new link ends the one before', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const renewed = await shop.call('renewPromiseLink', { params: { number } }, buyer);
    expect(renewed.body).toMatchObject({ number });
    expect(renewed.body.token).not.toBe(token);
    expect(await linked(shop, token)).toMatchObject({ state: 'closed', ways: [] });
    expect([await document(token), await document(renewed.body.token)]).toEqual(['closed', 'valid']);
    expect(await payByLink(shop, token, { amount: 100 })).toMatchObject({ body: { code: 'promise_over' } });
    expect((await payByLink(shop, renewed.body.token)).status).toBe(200);
  });

  test('a link that is replaced while its payer presses Pay begins no payment', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const payer = randomUUID();
    await payByLink(shop, token, { payer });
    await shop.call('renewPromiseLink', { params: { number } }, buyer);
    expect(await payByLink(shop, token, { payer, amount: 100 })).toMatchObject({ body: { code: 'promise_over' } });
  });

  test('a link whose customer is disabled or an admin by now is closed, not withdrawn, and cannot be paid', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const closed = { body: { code: 'promise_over', figures: { why: 'closed' } } };
    await shop.sql`update person set disabled_at = now() where id = ${buyer.id}`;
    expect(await payByLink(shop, token, { amount: 100 })).toMatchObject(closed);
    await shop.sql`update person set disabled_at = null, role = 'admin' where id = ${buyer.id}`;
    expect(await payByLink(shop, token, { amount: 100 })).toMatchObject(closed);
    expect(await linked(shop, token)).toMatchObject({ state: 'closed', ways: [] });
  });
});

describe('the PDF', () => {
  test('is for its customer and for whoever has the link, and tells its address to nobody', async () => {
    const [buyer, other] = [await shop.person(), await shop.person()];
    const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    const own = (who?: typeof buyer) => shop.call('getPromisePdf', { params: { number } }, who);
    const linked = (its: string) => shop.call('getLinkedPromisePdf', { params: { token: its } });
    const { status, body, headers } = await own(buyer);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/pdf' });
    expect(body.slice(0, 5)).toBe('%PDF-');
    const read = await linked(token);
    expect(read.body).toBe(body);
    expect((await own(other)).status).toBe(404);
    expect((await own()).status).toBe(401);
    const unknown = await linked('A'.repeat(22));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'link_not_found' } });
    for (const answer of [read, unknown])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
      });
    const way = { way: 'all', amount: 70 };
    expect((await shop.call('orderPromise', { params: { number }, body: way }, buyer)).status).toBe(200);
    expect((await own(buyer)).body).toBe(body);
    expect(allPaths.getLinkedPromisePdf[1].replace('{token}', token)).toBe(linkedPdf(token, 'promise'));
  });
});

describe('openings', () => {
  test('are counted and recorded without saying by whom; own ones are not', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    await shop.call('openPromiseLink', { body: { token }, headers: { cookie: buyer.cookie } });
    await shop.call('findPromiseLink', { params: { token } });
    expect(await seen(buyer, number)).toMatchObject({ openings: 0, lastOpenedAt: null });
    await openLink(shop, token);
    await openLink(shop, token);
    await shop.call('openPromiseLink', { body: { token, again: true } });
    const now = shop.context.clock().toISOString();
    expect(await seen(buyer, number)).toMatchObject({ openings: 2, lastOpenedAt: now });
    const told = await shop.sql`select actor, meta from audit where action = 'promise.opened' and target = (
      select id::text from price_promise where seq = ${Number(number.slice(3))})`;
    expect([...told]).toEqual([
      { actor: null, meta: {} },
      { actor: null, meta: {} },
    ]);
  });

  test('30 an hour from one network, of unknown links as well', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const { token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const from = '10.9.9.9';
    for (const asked of [token, 'A'.repeat(22)]) {
      const statuses = [];
      for (let n = 0; n < 31; n += 1) statuses.push((await openLink(shop, asked, undefined, from)).status);
      expect(statuses).toEqual([...Array(30).fill(asked === token ? 200 : 404), 429]);
    }
    expect((await openLink(shop, token, undefined, '10.9.9.10')).status).toBe(200);
    shop.passTime(3_600_000);
    expect((await openLink(shop, token, undefined, from)).status).toBe(200);
  });

  test('a PDF is no opening, and a network has 30 an hour of one link', async () => {
    const buyer = await shop.person();
    const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    const pdf = (from: string) => shop.call('getLinkedPromisePdf', { params: { token }, from });
    const from = '10.8.8.8';
    for (let n = 0; n < 29; n += 1) expect((await takeLink(shop.context, token, 'paper', from)).ok).toBe(true);
    expect((await pdf(from)).status).toBe(200);
    expect(await pdf(from)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await pdf('10.8.8.9')).status).toBe(200);
    expect(await seen(buyer, number)).toMatchObject({ openings: 0 });
  });

  test('an unknown link is not found, one that is no link is refused', async () => {
    expect(await openLink(shop, 'B'.repeat(22))).toMatchObject({ status: 404, body: { code: 'link_not_found' } });
    expect((await openLink(shop, 'short')).status).toBe(400);
    expect((await shop.call('findPromiseLink', { params: { token: 'C'.repeat(22) } })).status).toBe(404);
    for (const body of [{}, { token: 5 }, { token: `${'D'.repeat(21)}\u0000` }, { token: ['a'] }])
      expect((await shop.call('openPromiseLink', { body })).status).toBe(400);
  });
});
