import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { UNDO_ACCEPTED_SECONDS } from '#model/orders/order-life.ts';
import { breachesQuery } from '#services/reports/invariants.ts';
import { begun, ordered, payments } from '../../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { setState } from '../../../../tests/harness/purchase-rows.ts';
import { shopState } from '../../../../tests/harness/shop-state.ts';

const shop = await ownShop();
// What is due by the clock of the database is due by the shop's.
shop.passTime(600_000);
const tool = await shop.tool({ available: 1_000 });
const [buyer, admin] = [await shop.person(), await shop.person('admin')];

const call = async (name: Parameters<typeof shop.call>[0], input: object, who = admin) =>
  shop.call(name, input as never, await shop.renewed(who));

async function paidOrder() {
  const who = await shop.renewed(buyer);
  const order = await ordered(shop, who, tool);
  const { clientSecret, intentId } = await begun(shop, who, order);
  await payments(shop).confirm(clientSecret);
  const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
  expect((await shop.call('confirmPayment', confirm, who)).status).toBe(200);
  await shop.work();
  return order.id;
}

const ship = async (id: string, how: object = {}) =>
  (await call('shipPurchase', { params: { id }, body: { lines: [{ order: id, pieces: 2 }], ...how } })).body
    .insertedId as string;
const takeBack = (id: string, shipment: string) => call('takeBackShipment', { params: { id, shipment } });
const correct = (id: string, shipment: string, tracking: string, carrier: string | null = null) =>
  call('correctShipment', { params: { id, shipment }, body: { carrier, tracking } });
const seen = async (id: string, who = buyer) => (await call('getPurchase', { params: { id } }, who)).body;

async function mailsLeave() {
  shop.passTime(UNDO_ACCEPTED_SECONDS * 1000);
  await shop.work();
}

/** What was mailed since, oldest first. */
function listen() {
  const before = shop.mailbox.mails().length;
  return () => shop.mailbox.mails().toReversed().slice(before);
}

test('two shipments whose mails leave together: the first says that it is a part, the last that all has left', async () => {
  const id = await paidOrder();
  const mails = listen();
  await ship(id);
  await ship(id, { lines: [{ order: id, pieces: 3 }] });
  await mailsLeave();
  const told = mails()
    .filter(({ subject }) => subject.includes('has shipped'))
    .toSorted((one, other) => one.text.localeCompare(other.text));
  expect(told.map(({ subject, text }) => [subject.replace(/P-\d+/, 'N'), text.includes('The rest follows')])).toEqual([
    ['Your Toolyard order N has shipped in part', true],
    ['Your Toolyard order N has shipped', false],
  ]);
});

describe('not shipped after all', () => {
  test('whoever was told of it is told so once, however often it is said, and it may be shipped anew', async () => {
    const id = await paidOrder();
    const sent = await ship(id);
    await mailsLeave();
    shop.passTime(6 * 3_600_000);
    const mails = listen();
    expect((await takeBack(id, sent)).body).toEqual({ acknowledged: true, modifiedCount: 1, told: true });
    expect((await takeBack(id, sent)).body).toEqual({
      ...{ acknowledged: true, modifiedCount: 0 },
      already: { by: admin.name, at: expect.any(String) },
    });
    await mailsLeave();
    expect(mails().map(({ subject }) => subject)).toEqual([expect.stringMatching(/ has not shipped after all$/)]);
    expect(mails()[0]?.text).toMatch(/2 of \d+/);
    expect(await seen(id)).toMatchObject({ shipments: [], lines: [{ state: 'paid' }] });
    expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);
    await ship(id);
    await mailsLeave();
    expect(mails().at(-1)?.subject).toMatch(/has shipped in part$/);
    const deeds =
      await shop.sql`select action, actor, meta from audit where target = ${id} and action like 'order.ship%' order by id`;
    expect(deeds[1]).toEqual({ action: 'order.shipping_undone', actor: admin.id, meta: { pieces: 2, no: 1 } });
  });

  test('sent again under its key, by somebody who has not heard of that, it does not leave once more', async () => {
    const id = await paidOrder();
    const send = (key: string) =>
      call('shipPurchase', {
        ...{ params: { id }, headers: { 'idempotency-key': key } },
        body: { lines: [{ order: id, pieces: 2 }], tell: false },
      });
    const key = randomUUID();
    const { body } = await send(key);
    expect((await takeBack(id, body.insertedId)).status).toBe(200);
    expect(await send(key)).toMatchObject({
      status: 409,
      body: { code: 'shipped_meanwhile', figures: { sent: 0, did: 'taken_back', by: admin.name } },
    });
    expect(await seen(id)).toMatchObject({ shipments: [] });
    expect((await send(randomUUID())).status).toBe(200);
  });

  test('whoever was not told yet never hears of it', async () => {
    const id = await paidOrder();
    const mails = listen();
    const sent = await ship(id);
    expect((await takeBack(id, sent)).body).toMatchObject({ modifiedCount: 1, told: false });
    await mailsLeave();
    expect(mails()).toEqual([]);
  });

  test('a shipment without a mail sends none when it is taken back either, and can be undone', async () => {
    const id = await paidOrder();
    const mails = listen();
    const sent = await ship(id, { tell: false });
    await mailsLeave();
    expect((await seen(id, admin)).shipments).toMatchObject([{ told: false }]);
    expect((await correct(id, sent, 'A1')).body).toMatchObject({ modifiedCount: 1 });
    expect((await takeBack(id, sent)).body).toMatchObject({ told: false });
    await ship(id, { tell: false });
    const undone = await call('undoShipping', { params: { id } });
    expect(undone.body).toMatchObject({ modifiedCount: 1 });
    await mailsLeave();
    expect(mails()).toEqual([]);
  });

  test('a shipment stays when its pieces were refunded as sent, and when its purchase is not paid any more', async () => {
    const id = await paidOrder();
    const sent = await ship(id);
    await mailsLeave();
    const [line] = (await seen(id)).lines;
    const body = {
      lines: [{ order: id, pieces: 1, shipped: 1 }],
      amount: line.amount / line.quantity,
      back: true,
      reason: 'Damaged',
    };
    expect((await call('refundPurchase', { params: { id }, body })).status).toBe(200);
    await shop.work();
    const before = await shopState(shop.sql);
    const refused = { status: 409, body: { code: 'shipment_stays', figures: { why: 'refunded' } } };
    expect((await seen(id, admin)).shipments).toMatchObject([{ stays: true }]);
    expect((await seen(id)).shipments[0]).not.toHaveProperty('stays');
    expect(await takeBack(id, sent)).toMatchObject(refused);
    expect(await shopState(shop.sql)).toBe(before);

    const other = await paidOrder();
    const theirs = await ship(other);
    await setState(shop.sql, other, 'review', { review_reason: 'dispute' });
    expect(await takeBack(other, theirs)).toMatchObject({ status: 409, body: { figures: { why: 'not paid' } } });
  });

  test('a shipment of another purchase is not touched', async () => {
    const [mine, other] = [await paidOrder(), await paidOrder()];
    const sent = await ship(other);
    expect((await takeBack(mine, sent)).body).toMatchObject({ modifiedCount: 0 });
    expect(await correct(mine, sent, 'A1')).toMatchObject({ status: 404, body: { code: 'shipment_not_found' } });
    expect(await takeBack(randomUUID(), sent)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
    expect((await seen(other)).shipments).toMatchObject([{ id: sent, tracking: null }]);
  });

  test('two admins at once take it back once', async () => {
    const id = await paidOrder();
    const sent = await ship(id);
    await mailsLeave();
    const mails = listen();
    const answers = await Promise.all([takeBack(id, sent), takeBack(id, sent), takeBack(id, sent)]);
    expect(answers.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 0, 1]);
    await mailsLeave();
    expect(mails()).toHaveLength(1);
  });
});

describe('a tracking number that is corrected', () => {
  test('before its mail leaves is the one that the mail says', async () => {
    const id = await paidOrder();
    const sent = await ship(id, { carrier: 'UPS', tracking: 'WRONG' });
    const mails = listen();
    expect((await correct(id, sent, ' 1Z999AA10123456784 ', 'UPS')).body).toMatchObject({ modifiedCount: 1 });
    await mailsLeave();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('1Z999AA10123456784');
    expect(mails()[0]?.text).not.toContain('WRONG');
  });

  test('after that is mailed once for each change that was not changed again at once', async () => {
    const id = await paidOrder();
    const sent = await ship(id, { carrier: 'UPS', tracking: 'A1' });
    await mailsLeave();
    const mails = listen();
    await correct(id, sent, 'B2', 'UPS');
    expect((await correct(id, sent, 'C3', 'UPS')).body).toMatchObject({ modifiedCount: 1 });
    expect((await correct(id, sent, 'C3', 'UPS')).body).toMatchObject({ modifiedCount: 0 });
    await mailsLeave();
    expect(mails().map((mail) => mail.subject)).toEqual([expect.stringMatching(/: another tracking number$/)]);
    expect(mails()[0]?.text).toContain('C3');
    // Back to one that was mailed before.
    await correct(id, sent, 'A1', 'UPS');
    await mailsLeave();
    expect(mails()).toHaveLength(2);
    expect(mails()[1]?.text).toContain('A1');
    expect(await seen(id)).toMatchObject({ shipments: [{ carrier: 'UPS', tracking: 'A1' }] });
    const deeds =
      await shop.sql`select meta from audit where target = ${id} and action = 'shipment.corrected' order by id`;
    expect(deeds[0]?.meta).toEqual({ no: 1, from: 'A1', to: 'B2', carrier: 'UPS' });
    expect(deeds).toHaveLength(3);
  });

  test('that comes later than its parcel was mailed is no correction to its customer', async () => {
    const id = await paidOrder();
    const sent = await ship(id);
    await mailsLeave();
    const mails = listen();
    await correct(id, sent, 'A1', 'UPS');
    await correct(id, sent, 'B2', 'UPS');
    await mailsLeave();
    expect(mails().map((mail) => mail.subject)).toEqual([expect.stringMatching(/: your tracking number$/)]);
    expect(mails()[0]?.text).toContain('B2');
    expect(mails()[0]?.text).not.toContain('wrong');
    await correct(id, sent, 'C3', 'UPS');
    await mailsLeave();
    expect(mails()[1]?.text).toContain('was wrong. This is the right one.');
  });

  test('to another and back at once is no news', async () => {
    const id = await paidOrder();
    const sent = await ship(id, { carrier: 'UPS', tracking: 'A1' });
    await mailsLeave();
    const mails = listen();
    for (const number of ['B2', 'C3', 'A1']) await correct(id, sent, number, 'UPS');
    await mailsLeave();
    expect(mails()).toEqual([]);
    await correct(id, sent, 'D4', 'UPS');
    await mailsLeave();
    expect(mails().map(({ text }) => text.includes('D4'))).toEqual([true]);
  });

  test('with another carrier alone is mailed where the parcel is followed elsewhere', async () => {
    const id = await paidOrder();
    const sent = await ship(id, { carrier: 'UPS', tracking: 'A1' });
    await mailsLeave();
    const mails = listen();
    await correct(id, sent, 'A1', 'DHL');
    await mailsLeave();
    expect(mails().map(({ subject }) => subject)).toEqual([expect.stringMatching(/: the carrier is DHL$/)]);
    expect(mails()[0]?.text).toContain('The carrier that we sent you before was wrong: it is DHL.');
    expect(mails()[0]?.text).toContain('https://www.dhl.com/en/express/tracking.html?AWB=A1');
    // Another one and back at once, and one without a page after one without a page, are no news.
    for (const carrier of ['FedEx', 'DHL']) await correct(id, sent, 'A1', carrier);
    await mailsLeave();
    expect(mails()).toHaveLength(1);
    await correct(id, sent, 'A1', 'Other');
    await mailsLeave();
    expect(mails()[1]?.subject).toMatch(/: another carrier$/);
    await correct(id, sent, 'A1');
    await mailsLeave();
    expect(mails()).toHaveLength(2);
    await correct(id, sent, 'A1', 'FedEx');
    await mailsLeave();
    expect(mails()[2]?.text).toContain('It is with FedEx. The tracking number is the same.');
  });

  test('is not mailed once its shipment was taken back', async () => {
    const id = await paidOrder();
    const sent = await ship(id, { tracking: 'A1' });
    await mailsLeave();
    const mails = listen();
    await correct(id, sent, 'B2');
    await takeBack(id, sent);
    await mailsLeave();
    expect(mails().map((mail) => mail.subject)).toEqual([expect.stringMatching(/ has not shipped after all$/)]);
  });
});

test('two admins correct what the other did not: both stay, and admins see what was done', async () => {
  const id = await paidOrder();
  const sent = await ship(id, { carrier: 'UPS', tracking: 'hello' });
  const fix = (body: object) => call('correctShipment', { params: { id, shipment: sent }, body });
  expect((await fix({ tracking: '9400110200881234567890' })).body).toMatchObject({ modifiedCount: 1 });
  expect((await fix({ carrier: 'USPS' })).body).toMatchObject({ modifiedCount: 1 });
  expect((await fix({})).body).toMatchObject({ modifiedCount: 0 });
  expect((await seen(id)).shipments).toMatchObject([{ carrier: 'USPS', tracking: '9400110200881234567890' }]);
  await takeBack(id, sent);
  expect((await seen(id, admin)).changes).toMatchObject([
    { what: 'corrected', shipment: 1 },
    { what: 'corrected', shipment: 1 },
    { what: 'taken_back', shipment: 1 },
  ]);
  expect(await seen(id)).not.toHaveProperty('changes');
});

test('admins see who marked it shipped; its customer does not', async () => {
  const id = await paidOrder();
  await ship(id);
  const [name] = await shop.sql`select name from person where id = ${admin.id}`;
  const [theirs] = (await seen(id, admin)).shipments;
  expect(theirs).toMatchObject({ by: name?.name, told: true });
  expect(theirs).not.toHaveProperty('stays');
  const [own] = (await seen(id)).shipments;
  expect(Object.keys(own)).not.toEqual(expect.arrayContaining(['by']));
  expect(own).toEqual({
    id: expect.any(String),
    no: 1,
    at: expect.any(String),
    carrier: null,
    tracking: null,
    link: null,
    lines: [{ order: id, pieces: 2 }],
  });
});

test('admins print the slip of what is to go before it leaves; its customer has none', async () => {
  const id = await paidOrder();
  await ship(id);
  const slip = (part: number, who = admin) => call('getSlip', { params: { id, part: `${part}` } }, who);
  const none = { status: 404, body: { code: 'slip_not_found' } };
  const [line] = (await seen(id)).lines;
  expect((await slip(2)).body).toMatchObject({
    ...{ part: 2, parts: null, at: null, carrier: null, tracking: null, to_follow: [] },
    lines: [{ tools_name: line.tools_name, pieces: line.quantity - 2 }],
  });
  expect((await call('getSlipPdf', { params: { id, part: '2' } })).status).toBe(200);
  expect((await slip(1)).body.to_follow).toMatchObject([{ pieces: line.quantity - 2 }]);
  expect(await slip(2, buyer)).toMatchObject(none);
  expect(await slip(3)).toMatchObject(none);
  await call('shipPurchase', { params: { id }, body: {} });
  expect((await slip(2, buyer)).body).toMatchObject({ part: 2, parts: 2, at: expect.any(String) });
  expect(await slip(3)).toMatchObject(none);
});

test('a shipment keeps its number on slips and pages when one before it is taken back', async () => {
  const id = await paidOrder();
  const [, second] = [await ship(id), await ship(id)];
  await call('shipPurchase', { params: { id }, body: {} });
  const slip = async (part: number) => (await call('getSlip', { params: { id, part: `${part}` } })).body;
  const printed = await slip(3);
  expect(printed).toMatchObject({ part: 3, parts: 3 });
  await takeBack(id, second);
  expect((await seen(id)).shipments).toMatchObject([{ no: 1 }, { no: 3 }]);
  expect(await slip(3)).toMatchObject({ part: 3, parts: null, lines: printed.lines });
  expect(await slip(2)).toMatchObject({ code: 'slip_not_found' });
  expect(await slip(4)).toMatchObject({ part: 4, at: null, lines: [{ pieces: 2 }] });
  const { no } = (await call('shipPurchase', { params: { id }, body: {} })).body;
  expect(no).toBe(4);
  expect(await slip(4)).toMatchObject({ part: 4, parts: null, to_follow: [] });
});
