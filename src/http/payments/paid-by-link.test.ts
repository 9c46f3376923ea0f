import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { allPaths } from '#contract/kernel/call.ts';
import { linkedPdf } from '#model/orders/promise.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import {
  BOSS,
  confirmed,
  linked,
  looksAt,
  payByLink,
  promised,
  regularOf,
  STEPS,
} from '../../../tests/harness/promises.ts';
import { CONTACT, findings, line, placed } from '../../../tests/harness/purchases.ts';
import { atOnce, race } from '../../../tests/races/race.ts';

const shop = await ownShop();
const pay = payments(shop);
const DAY = 86_400_000;
const { availableOf, purchases, seen } = looksAt(shop);
const regular = () => regularOf(shop);

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
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
    expect(purchase.body).toMatchObject({ approved_by: BOSS.name, promise: { number } });
    const mails = (to: string) => shop.mailbox.mails().filter((mail) => mail.recipients.includes(to));
    expect(mails(BOSS.email)).toHaveLength(1);
    for (const hidden of [CONTACT.address, '/dashboard/', 'invoice'])
      expect(mails(BOSS.email)[0]?.text).not.toContain(hidden);
    expect(mails(buyer.email).filter(({ text }) => text.includes(`Approved by: ${BOSS.name}`))).toHaveLength(1);
  });

  test('what goes back later is told to whoever paid, on the link and by mail, with nothing that leads to the purchase', async () => {
    const buyer = await regular();
    const { token } = await promised(shop, buyer, [{ tool: await shop.tool(STEPS), quantity: 100, price: 9 }]);
    const email = 'kim.payer@example.com';
    const begin = await payByLink(shop, token, { email });
    await confirmed(shop, token, begin.body.clientSecret);
    expect((await linked(shop, token)).paid?.refunded).toBe(0);
    const [order] = await shop.sql`
      select orders.id from orders join purchase on purchase.id = purchase_id where 'P-' || purchase.seq = ${begin.body.number}`;
    for (const [pieces, amount, sum] of [
      [25, 225, 225],
      [75, 675, 900],
    ] as const) {
      const body = { lines: [{ order: order?.id, pieces }], amount, reason: 'Damaged' };
      const params = { id: order?.id };
      expect(await shop.call('refundPurchase', { params, body }, await shop.person('admin'))).toMatchObject({
        status: 200,
      });
      expect((await linked(shop, token)).paid?.refunded).toBe(sum);
    }
    shop.passTime(60_000);
    await shop.work();
    const told = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(email));
    const texts = told.map(({ text }) => text).filter((text) => text.includes('Returned'));
    expect(texts.map((text) => /Returned: (\S+)/.exec(text)?.[1]).toSorted()).toEqual(['$225', '$675']);
    for (const text of texts) {
      expect(text).toContain('you paid for it by a link');
      expect(text).toContain('returned it to the card that it came from. Your bank');
      for (const hidden of ['/dashboard/', CONTACT.address, 'See purchase']) expect(text).not.toContain(hidden);
    }
    const customers = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(buyer.email));
    const returned = customers.filter(({ text }) => text.includes('Returned'));
    expect(returned).toHaveLength(2);
    for (const { html, text } of returned) {
      expect(html).not.toMatch(/your (card|PayPal)|that it came from/i);
      expect(text).toContain('returned it to the card of Sam Reyes, who paid by a link. Their bank');
    }
  });

  race('RACE-P5: of 30 acceptances at once one makes the purchase', [100, 2_000], async (round) => {
    const buyer = await regular();
    const tool = await shop.tool({ available: 1_000 });
    const { number, token } = await promised(shop, buyer, [{ tool, quantity: 20 }]);
    const answers = await atOnce(30, (n) =>
      n % 3 === 0
        ? shop.call('orderPromise', { params: { number }, body: { way: 'all', amount: 200 } }, buyer)
        : payByLink(shop, token, { amount: 200, from: `10.${round >> 8}.${round % 256}.${n}` }),
    );
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await purchases(number)).toHaveLength(1);
    expect(await availableOf(tool.id)).toBe(980);
    const [row] = await purchases(number);
    const open =
      await shop.sql`select state from payment where order_id = ${row?.id} and state in ('creating', 'open')`;
    expect(open.length).toBeLessThanOrEqual(1);
    expect(await pay.ofOrder(row?.id)).toHaveLength(1);
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
    const left = [soldOut, short].map(({ id: tools_id }, n) => ({ tools_id, pieces: n === 0 ? 48 : 40 }));
    const here = [{}, { today: { available: 60, restock: null } }, {}];
    expect(await linked(shop, leaves.token)).toMatchObject({ leftOut: left, lines: here });
    expect((await confirmed(shop, leaves.token, part.body.clientSecret)).body.paid).toBe(true);
    expect((await linked(shop, leaves.token)).leftOut).toEqual(left);
    shop.passTime(60_000);
    await shop.work();
    for (const to of [BOSS.email, buyer.email]) {
      const told = shop.mailbox
        .mails()
        .filter(({ recipients, text }) => recipients.includes(to) && text.includes('Left'));
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('Left out: 48 of 48 Test Hammer\nLeft out: 40 of 100 Test Hammer\n');
    }

    const all = await payByLink(shop, waits.token, { way: 'wait', amount: 2_056, waitUntil: day });
    expect(all.status).toBe(200);
    expect((await confirmed(shop, waits.token, all.body.clientSecret)).body.paid).toBe(true);
    const { paid: its, leftOut } = await linked(shop, waits.token);
    expect(leftOut).toBeUndefined();
    expect(its?.ships).toMatchObject([{ pieces: 10 }, { pieces: 148, at: expect.stringContaining('T10:00') }]);
    expect(its?.waiting).toEqual([
      { tools_id: soldOut.id, pieces: 48, date: day },
      { tools_id: short.id, pieces: 100, date: day },
    ]);
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

describe('the invoice', () => {
  const pdf = (token: string) => shop.call('getLinkedInvoicePdf', { params: { token } });

  test('is had by the link once it is paid and written, with no more of the customer than the document', async () => {
    const buyer = await regular();
    const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    const other = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    expect(await pdf(token)).toMatchObject({ status: 409, body: { code: 'invoice_unpaid' } });
    const begin = await payByLink(shop, token);
    expect(await pdf(token)).toMatchObject({ status: 409, body: { code: 'invoice_unpaid' } });
    await confirmed(shop, token, begin.body.clientSecret);
    expect(await pdf(token)).toMatchObject({ status: 409, body: { code: 'invoice_coming' } });
    expect((await linked(shop, token)).paid?.invoice).toBeNull();
    await shop.work();

    const invoice = (await linked(shop, token)).paid?.invoice;
    expect(invoice).toMatch(/^\d{4}-\d{4,}$/);
    const watched = await shop.call('watchPromiseLink', { body: { token } });
    expect(watched.body).toEqual({ state: 'paid', paying: false, invoice });
    const read = await pdf(token);
    expect({ status: read.status, type: read.headers.get('content-type') }).toEqual({
      ...{ status: 200, type: 'application/pdf' },
    });
    const id = begin.body.number;
    expect(read.body).toBe((await shop.call('getInvoicePdf', { params: { id } }, buyer)).body);
    const { body } = await shop.call('getInvoice', { params: { id } }, buyer);
    expect(body).toMatchObject({ number: invoice, purchase: id, amount: 100 });
    for (const hidden of [buyer.email, buyer.id, CONTACT.phone]) expect(JSON.stringify(body)).not.toContain(hidden);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
    });
    expect(allPaths.getLinkedInvoicePdf[1].replace('{token}', token)).toBe(linkedPdf(token, 'invoice'));
    expect(await seen(buyer, number)).toMatchObject({ paid: { invoice } });

    // Of that customer, and paid by nobody.
    expect(await pdf(other.token)).toMatchObject({ status: 409, body: { code: 'invoice_unpaid' } });
    expect(await pdf('A'.repeat(22))).toMatchObject({ status: 404, body: { code: 'link_not_found' } });
  });

  test('there is none of what was withdrawn; a link that was replaced before it paid still has it', async () => {
    const buyer = await regular();
    const withdrawn = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    await shop.call('withdrawPromise', { params: { number: withdrawn.number } }, buyer);
    expect(await pdf(withdrawn.token)).toMatchObject({ status: 409, body: { code: 'invoice_unpaid' } });

    const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
    const begin = await payByLink(shop, token);
    const renewed = await shop.call('renewPromiseLink', { params: { number } }, buyer);
    expect((await confirmed(shop, token, begin.body.clientSecret)).body.paid).toBe(true);
    await shop.work();
    const read = await pdf(token);
    expect(read.status).toBe(200);
    expect((await pdf(renewed.body.token)).body).toBe(read.body);
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
    expect((await watched()).body).toEqual({ state: 'valid', paying: true, invoice: null });
    expect(await payByLink(shop, token, { payer: other })).toMatchObject({
      status: 409,
      body: { code: 'paying_elsewhere' },
    });
    const again = await payByLink(shop, token, { payer: one });
    expect(again.body.clientSecret).toBe(first.body.clientSecret);
    const [made] = await purchases(number);
    const own = { body: { price: 100, order_id: made?.id } };
    expect(await shop.call('createPaymentIntent', own, buyer)).toMatchObject({ body: { code: 'paying_elsewhere' } });

    shop.passTime(10 * 60_000);
    expect((await watched()).body).toEqual({ state: 'valid', paying: false, invoice: null });
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
