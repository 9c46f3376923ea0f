import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { MAX_PROMISES } from '#model/orders/promise.ts';
import { hashLink } from '#services/orders/pay-links.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { begun, payments } from '../../tests/harness/own-payments.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { BOSS, confirmed, linked, makePromise, openLink, payByLink, promised } from '../../tests/harness/promises.ts';
import { CONTACT, findings, line, placed } from '../../tests/harness/purchases.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const pay = payments(shop);
const DAY = 86_400_000;
const STEPS = { price: 10, minQuantity: 12, available: 1_000, stepFrom: [100, 400], stepPrice: [9, 8] };

const availableOf = async (id: string) => (await shop.sql`select available from tool where id = ${id}`)[0]?.available;
const purchases = async (number: string) =>
  shop.sql`select purchase.* from purchase join price_promise on price_promise.id = promise_id
            where price_promise.seq = ${Number(number.slice(3))}`;
const seen = async (who: Awaited<ReturnType<typeof shop.person>>, number: string) =>
  (await shop.call('getPromise', { params: { number } }, who)).body;
/** A customer whose first purchase is over, so that the offer is not open to them. */
async function regular() {
  const who = await shop.person();
  await placed(shop, who, [line(await shop.tool())]);
  return who;
}

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
    const kept = await shop.sql`select token_hash from pay_link where token_hash = ${hashLink(token)}`;
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

  test('what is not in stock may be promised; the same key and body once', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool({ available: 0 });
    const body = { ...CONTACT, lines: [{ tools_id: tool.id, quantity: 5, tools_price: 10 }] };
    const headers = { 'idempotency-key': randomUUID() };
    const send = (more = {}) => shop.call('makePromise', { body: { ...body, ...more }, headers }, buyer);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.number)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.token)).toHaveLength(1);
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

describe('paying by the link', () => {
  test('makes one purchase at the promised price, of the customer, and names who paid; both get a mail', async () => {
    const buyer = await regular();
    const tool = await shop.tool(STEPS);
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 100, price: 9 }]);
    // The ladder is changed between.
    await shop.sql`update tool set price = 30, step_from = '{}', step_price = '{}', min_quantity = 500 where id = ${tool.id}`;
    const begin = await payByLink(shop, token);
    expect(begin).toMatchObject({ status: 200, body: { amount: 900 } });
    expect(await availableOf(tool.id)).toBe(900);
    const answer = await confirmed(shop, token, begin.body.clientSecret);
    expect(answer).toMatchObject({ status: 200, body: { paid: true } });
    shop.passTime(60_000);
    await shop.work();
    const [row, ...others] = await purchases(number);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ person_id: buyer.id, state: 'paid', amount_cents: 90_000, offer: false, ...CONTACT });
    const paper = await linked(shop, token);
    expect(paper).toMatchObject({ state: 'paid', ways: [], paid: { amount: 900, approvedBy: BOSS.name, discount: 0 } });
    expect(paper.paid).toMatchObject({ number: begin.body.number, transactionId: row?.paid_intent });
    expect(await seen(buyer, number)).toMatchObject({ state: 'paid', purchase: { number: begin.body.number } });
    const purchase = await shop.call('getPurchase', { params: { id: begin.body.number } }, buyer);
    expect(purchase.body).toMatchObject({ approved_by: BOSS.name, promise: number });
    const mails = (to: string) => shop.mailbox.mails().filter((mail) => mail.recipients.includes(to));
    expect(mails(BOSS.email)).toHaveLength(1);
    expect(mails(BOSS.email)[0]?.text).not.toContain(CONTACT.address);
    expect(mails(buyer.email).filter(({ text }) => text.includes(`Approved by: ${BOSS.name}`))).toHaveLength(1);
  });

  test('RACE-P5: of 30 acceptances at once one makes the purchase', async () => {
    const buyer = await regular();
    const tool = await shop.tool({ available: 1_000 });
    for (let round = 0; round < 3; round += 1) {
      const before = await availableOf(tool.id);
      const { number, token } = await promised(shop, buyer, [{ tool, quantity: 20 }]);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          n % 3 === 0
            ? shop.call('orderPromise', { params: { number }, body: { way: 'all', amount: 200 } }, buyer)
            : payByLink(shop, token, { amount: 200, from: `10.0.${round}.${n}` }),
        ),
      );
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expect(await purchases(number)).toHaveLength(1);
      expect(await availableOf(tool.id)).toBe((before as number) - 20);
      const [row] = await purchases(number);
      const open =
        await shop.sql`select state from payment where order_id = ${row?.id} and state in ('creating', 'open')`;
      expect(open.length).toBeLessThanOrEqual(1);
      expect(await pay.ofOrder(row?.id)).toHaveLength(1);
    }
  });

  test('what costs less today is taken and said, what costs more is not; amounts that were not shown are refused', async () => {
    const buyer = await regular();
    const [falls, rises] = [await shop.tool({ price: 20 }), await shop.tool({ price: 10 })];
    const { number, token } = await promised(shop, buyer, [
      { tool: falls, quantity: 10 },
      { tool: rises, quantity: 10 },
    ]);
    await shop.sql`update tool set price = case when id = ${falls.id} then 15 else 11 end where id in (${falls.id}, ${rises.id})`;
    const paper = await linked(shop, token);
    expect(paper).toMatchObject({ amount: 300, today: 260, ways: [{ way: 'all', amount: 250 }] });
    for (const amount of [300, 260, 249.99, 0, -250, 1e300])
      expect(await payByLink(shop, token, { amount })).toMatchObject({
        ...{ status: 409, body: { code: 'price_changed', figures: { amount: 250 } } },
      });
    expect(await purchases(number)).toEqual([]);
    expect((await payByLink(shop, token)).body.amount).toBe(250);
    const lines = await shop.sql`
      select unit_price from orders join purchase on purchase.id = purchase_id where promise_id = (select id from price_promise where seq = ${Number(number.slice(3))})
       order by line_no`;
    expect(lines.map((it) => it.unit_price)).toEqual([15, 10]);
  });

  test('the first-order offer is not on the document; where it applies it is taken off', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    expect(await linked(shop, token)).toMatchObject({ amount: 100, ways: [{ discount: 30, amount: 70 }] });
    const other = await shop.tool();
    await placed(shop, buyer, [line(other)]);
    // Somebody else's press comes with the amount of before.
    expect(await payByLink(shop, token, { amount: 70 })).toMatchObject({ body: { figures: { amount: 100 } } });
    expect((await payByLink(shop, token)).body.amount).toBe(100);
    expect(await purchases(number)).toMatchObject([{ offer: false, discount_cents: 0 }]);
  });

  test('an offer that is open is taken off, once, and stands on the receipt', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool();
    const first = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const second = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const begin = await payByLink(shop, first.token);
    expect((await confirmed(shop, first.token, begin.body.clientSecret)).status).toBe(200);
    expect((await linked(shop, first.token)).paid).toMatchObject({ amount: 70, discount: 30 });
    expect((await linked(shop, second.token)).ways).toMatchObject([{ discount: 0, amount: 100 }]);
  });

  test('where stock is short it waits for the delivery, or only what is here is paid, at the promised price', async () => {
    const buyer = await regular();
    const day = new Date(shop.context.clock().getTime() + 8 * DAY).toISOString().slice(0, 10);
    const soldOut = await shop.tool({ price: 22, available: 0, restockAt: day, backorderLimit: 100 });
    const short = await shop.tool({ ...STEPS, available: 60, restockAt: day, backorderLimit: 100 });
    const enough = await shop.tool({ available: 100 });
    const lines = [
      { tool: soldOut, quantity: 48 },
      { tool: short, quantity: 100, price: 9 },
      { tool: enough, quantity: 10 },
    ];
    const [waits, leaves] = [await promised(shop, buyer, lines), await promised(shop, buyer, lines)];
    expect(await linked(shop, waits.token)).toMatchObject({
      lines: [
        { today: { available: 0, restock: day } },
        { today: { available: 60, restock: day } },
        { today: { available: 10, restock: null } },
      ],
      ways: [
        { way: 'wait', amount: 1_056 + 900 + 100, waitUntil: day },
        { way: 'leave', amount: 540 + 100 },
      ],
    });
    const refused = await payByLink(shop, waits.token, { way: 'all', amount: 2_056 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'lines_refused' } });
    expect(refused.body.lines).toMatchObject([
      { line: 1, code: 'out_of_stock' },
      { line: 2, code: 'out_of_stock' },
    ]);
    const early = new Date(shop.context.clock().getTime() + 2 * DAY).toISOString().slice(0, 10);
    const later = await payByLink(shop, waits.token, { way: 'wait', amount: 2_056, waitUntil: early });
    expect(later.body.code).toBe('lines_refused');

    const part = await payByLink(shop, leaves.token, { way: 'leave', amount: 640 });
    expect(part).toMatchObject({ status: 200, body: { amount: 640 } });
    const [made] = await purchases(leaves.number);
    const kept =
      await shop.sql`select line_no, tool_id, quantity, unit_price, hold_quantity, waiting, purchase_id = id as first from orders
      where purchase_id = ${made?.id} order by line_no`;
    expect([...kept]).toEqual([
      { line_no: 1, tool_id: short.id, quantity: 60, unit_price: 9, hold_quantity: 60, waiting: 0, first: true },
      { line_no: 2, tool_id: enough.id, quantity: 10, unit_price: 10, hold_quantity: 10, waiting: 0, first: false },
    ]);
    expect((await confirmed(shop, leaves.token, part.body.clientSecret)).body.paid).toBe(true);

    const all = await payByLink(shop, waits.token, { way: 'wait', amount: 2_056, waitUntil: day });
    expect(all.status).toBe(200);
    expect((await confirmed(shop, waits.token, all.body.clientSecret)).body.paid).toBe(true);
    const [whole] = await purchases(waits.number);
    expect(
      await shop.sql`select sum(waiting)::int as waiting from orders where purchase_id = ${whole?.id}`,
    ).toMatchObject([{ waiting: 148 }]);
  });

  test('a tool that is no longer sold, or of which nothing is here, is left out; nothing at all cannot be paid', async () => {
    const buyer = await regular();
    const [gone, here] = [await shop.tool(), await shop.tool()];
    const both = await promised(shop, buyer, [
      { tool: gone, quantity: 5 },
      { tool: here, quantity: 5 },
    ]);
    const one = await promised(shop, buyer, [{ tool: gone, quantity: 5 }]);
    await shop.sql`update tool set deleted_at = now() where id = ${gone.id}`;
    expect(await linked(shop, both.token)).toMatchObject({ today: null, ways: [{ way: 'leave', amount: 50 }] });
    expect(await linked(shop, one.token)).toMatchObject({ state: 'valid', ways: [] });
    for (const way of ['all', 'wait', 'leave'] as const)
      expect(await payByLink(shop, one.token, { way, amount: 50 })).toMatchObject({ body: { code: 'lines_refused' } });
    expect((await payByLink(shop, both.token, { way: 'leave', amount: 50 })).status).toBe(200);
  });
});

describe('who pays', () => {
  test('one at a time: others are told, and after a while may pay instead; what was begun before is closed', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const [one, other] = [randomUUID(), randomUUID()];
    const first = await payByLink(shop, token, { payer: one });
    expect(await linked(shop, token, one)).toMatchObject({ paying: false, ways: [{ amount: 100 }] });
    expect(await linked(shop, token, other)).toMatchObject({ paying: true });
    const watched = () => shop.call('watchPromiseLink', { body: { token, payer: other } });
    expect((await watched()).body).toEqual({ state: 'valid', paying: true });
    expect(await payByLink(shop, token, { payer: other })).toMatchObject({
      status: 409,
      body: { code: 'paying_elsewhere' },
    });
    const again = await payByLink(shop, token, { payer: one });
    expect(again.body.clientSecret).toBe(first.body.clientSecret);
    const [made] = await purchases(number);
    const own = { body: { price: 100, order_id: made?.id } };
    expect(await shop.call('createPaymentIntent', own, buyer)).toMatchObject({ body: { code: 'in_progress' } });

    shop.passTime(10 * 60_000);
    expect((await watched()).body).toEqual({ state: 'valid', paying: false });
    const second = await payByLink(shop, token, { payer: other, name: 'Kim Other', email: 'kim@example.com' });
    expect(second.status).toBe(200);
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret);
    expect((await pay.confirm(first.body.clientSecret)).status).not.toBe(200);
    expect((await confirmed(shop, token, second.body.clientSecret)).body.paid).toBe(true);
    expect((await linked(shop, token)).paid).toMatchObject({ approvedBy: 'Kim Other' });
    expect(await payByLink(shop, token, { payer: one, amount: 100 })).toMatchObject({
      ...{ status: 409, body: { code: 'promise_over', figures: { why: 'paid' } } },
    });
  });

  test('its customer may order and pay it themselves; then nobody has approved it', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const order = () => shop.call('orderPromise', { params: { number }, body: { way: 'all', amount: 100 } }, buyer);
    const made = await order();
    expect(made.status).toBe(200);
    expect((await order()).body).toEqual(made.body);
    expect(await seen(buyer, number)).toMatchObject({ state: 'ordered', purchase: { number: made.body.number } });
    expect(await linked(shop, token)).toMatchObject({ state: 'valid', ways: [{ way: 'all', amount: 100 }] });
    const { clientSecret, intentId } = await begun(shop, buyer, { id: made.body.id, amount: 100 });
    await pay.confirm(clientSecret);
    // The link asks only about payments that were begun by it.
    const foreign = await shop.call('confirmPromisePayment', { body: { token, transactionId: intentId } });
    expect(foreign).toMatchObject({ status: 409, body: { code: 'not_this_payment' } });
    const body = { order_id: made.body.id, transactionId: intentId };
    expect((await shop.call('confirmPayment', { params: { id: made.body.id }, body }, buyer)).status).toBe(200);
    expect((await linked(shop, token)).paid).toMatchObject({ approvedBy: null, amount: 100 });
  });

  test('when the hold has ended its pieces are taken again; when they are gone it says so', async () => {
    const buyer = await regular();
    const tool = await shop.tool({ available: 10 });
    const { token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    const payer = randomUUID();
    await payByLink(shop, token, { payer });
    shop.passTime(2 * 3_600_000);
    await expireHolds(shop.context);
    await shop.work();
    expect(await availableOf(tool.id)).toBe(10);
    const stranger = await regular();
    const taken = await placed(shop, stranger, [line(tool, 5)]);
    expect(await linked(shop, token)).toMatchObject({ state: 'valid', ways: [] });
    expect(await payByLink(shop, token, { payer, amount: 100 })).toMatchObject({ body: { code: 'out_of_stock' } });
    const renewed = await shop.renewed(stranger);
    await shop.call('cancelOrder', { params: { id: taken.id } }, renewed);
    const again = await payByLink(shop, token, { payer });
    expect(again.status).toBe(200);
    expect((await confirmed(shop, token, again.body.clientSecret)).body.paid).toBe(true);
  });

  test("limits of the customer's unpaid orders hold for the link, whose payer is not told more", async () => {
    const limits = { orders: 1, stockPercent: 0 };
    const buyer = await regular();
    const tool = await shop.tool();
    const { token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    Object.assign(shop.context, { limits });
    const refused = await payByLink(shop, token);
    Object.assign(shop.context, { limits: { orders: 0, stockPercent: 0 } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'promise_unpayable' } });
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
    expect(await linked(shop, ordered.token)).toMatchObject({ state: 'withdrawn' });
    expect(await payByLink(shop, ordered.token, { amount: 100 })).toMatchObject({ body: { code: 'promise_over' } });
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
    expect(await linked(shop, token)).toMatchObject({ state: 'withdrawn', ways: [] });
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

  test('the link of an account that is closed, or of an admin, cannot be paid', async () => {
    const buyer = await regular();
    const tool = await shop.tool();
    const { token } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
    await shop.sql`update person set disabled_at = now() where id = ${buyer.id}`;
    expect(await payByLink(shop, token, { amount: 100 })).toMatchObject({ body: { code: 'promise_over' } });
    await shop.sql`update person set disabled_at = null, role = 'admin' where id = ${buyer.id}`;
    expect(await payByLink(shop, token, { amount: 100 })).toMatchObject({ body: { code: 'promise_over' } });
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

  test('an unknown link is not found, one that is no link is refused', async () => {
    expect(await openLink(shop, 'B'.repeat(22))).toMatchObject({ status: 404, body: { code: 'link_not_found' } });
    expect((await openLink(shop, 'short')).status).toBe(400);
    expect((await shop.call('findPromiseLink', { params: { token: 'C'.repeat(22) } })).status).toBe(404);
    for (const body of [{}, { token: 5 }, { token: `${'D'.repeat(21)}\u0000` }, { token: ['a'] }])
      expect((await shop.call('openPromiseLink', { body })).status).toBe(400);
  });
});
