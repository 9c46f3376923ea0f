import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { CONTACT } from '../../../tests/harness/purchases.ts';
import { writeInvoices } from '../orders/papers/write-invoices.ts';
import { breachesQuery } from '../reports/invariants.ts';

const shop = await ownShop();
shop.passTime(600_000);
const [admin, second] = [await shop.person('admin'), await shop.person('admin')];
await shop.sql`update person set name = 'First Admin' where id = ${admin.id}`;
await shop.sql`update person set name = 'Second Admin' where id = ${second.id}`;
const saw = await shop.tool({ name: 'Saw', available: 5_000, price: 10, minQuantity: 1 });
const axe = await shop.tool({ name: 'Axe', available: 5_000, price: 20, minQuantity: 1 });

/** 10 saws and 5 axes: $200, $140 with the offer. */
const bought = () =>
  paidPurchase(shop, [
    { tool: saw, quantity: 10 },
    { tool: axe, quantity: 5 },
  ]);
const see = async (id: string, who: Person) => (await shop.call('getPurchase', { params: { id } }, who)).body;
const note = (id: string, text: string, key?: string, who = admin) =>
  shop.call('addNote', { params: { id }, body: { text }, ...(key && { headers: { 'idempotency-key': key } }) }, who);
const shipTo = (id: string, body: object) => shop.call('changeShipTo', { params: { id }, body }, admin);
const ship = (id: string) => shop.call('shipPurchase', { params: { id }, body: {} }, admin);
const refund = (id: string, body: object) =>
  shop.call('refundPurchase', { params: { id }, body: { reason: 'Damaged', ...body } }, second);
async function mailsTo({ buyer }: Pick<PaidPurchase, 'buyer'>) {
  shop.passTime(2_000);
  await shop.work();
  return shop.mailbox
    .mails()
    .filter(
      ({ recipients, subject }) => recipients.includes(buyer.email) && subject.endsWith('goes to another address'),
    );
}
async function sound() {
  expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);
}

test('a note is seen by every admin, with its lines, and by no buyer', async () => {
  const its = await bought();
  const added = await note(its.id, '  Lift gate needed.\nCall the dock first.  ');
  expect(added).toMatchObject({ status: 200, body: { acknowledged: true } });
  const seen = await see(its.id, second);
  expect(calls.getPurchase.response.parse(seen)).toEqual(seen);
  expect(seen.desk.notes).toMatchObject([{ text: 'Lift gate needed.\nCall the dock first.', by: 'First Admin' }]);
  const own = await see(its.id, its.buyer);
  expect(own).not.toHaveProperty('desk');
  expect(JSON.stringify(own)).not.toMatch(/Lift gate/);
  const told = await shop.sql`select actor, meta from audit where action = 'order.noted' and target = ${its.id}`;
  expect(told.map((it) => ({ ...it }))).toEqual([{ actor: admin.id, meta: {} }]);
});

test('a note that is sent again with its key is written once', async () => {
  const [its, other] = [await bought(), await bought()];
  const key = randomUUID();
  const [first, again] = [await note(its.id, 'Once', key), await note(its.id, 'Once', key)];
  expect(again.body).toEqual(first.body);
  expect((await note(its.id, 'Once', key, second)).status).toBe(200);
  expect(await note(its.id, 'Twice', key)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect((await note(other.id, 'Once', key)).status).toBe(422);
  expect((await see(its.id, admin)).desk.notes).toHaveLength(2);
  const told = await shop.sql`select from audit where action = 'order.noted' and target = ${its.id}`;
  expect(told).toHaveLength(2);
});

test.each([
  ['', 'Write the note.'],
  [' \n ', 'Write the note.'],
  ['x'.repeat(2_001), 'A note may have 2,000 characters at most.'],
  ['a\u0000b', 'A note must be plain text.'],
])('the note %j is refused', async (text, message) => {
  const { id } = await bought();
  expect((await note(id, text)).body).toMatchObject({ errors: [{ field: 'text', message }] });
});

test('admins see who shipped, who gave back and what the customer bought in all; buyers see no names', async () => {
  const its = await bought();
  expect((await see(its.id, admin)).desk.customer).toEqual({ purchases: 1, kept: 140 });
  const [first] = its.lines;
  expect((await refund(its.id, { lines: [{ order: first, pieces: 2 }], amount: 14 })).status).toBe(200);
  expect((await ship(its.id)).status).toBe(200);
  const { desk, shipments, refunds } = await see(its.id, admin);
  expect(shipments).toMatchObject([{ by: 'First Admin' }]);
  expect(desk.by).toEqual({ [refunds[0].id]: 'Second Admin' });
  expect(desk.customer).toEqual({ purchases: 1, kept: 126 });
  expect(desk.item_numbers).toEqual({});
  await shop.sql`update tool set sku = 'HT-AXE' where id = ${axe.id}`;
  expect((await see(its.id, admin)).desk.item_numbers).toEqual({ [its.lines[1] as string]: 'HT-AXE' });

  const lines = [{ tools_id: saw.id, quantity: 1, tools_price: 10 }];
  await shop.call('placePurchase', { body: { ...CONTACT, lines } }, its.buyer);
  expect((await see(its.id, admin)).desk.customer).toEqual({ purchases: 1, kept: 126 });
  const own = JSON.stringify(await see(its.id, its.buyer));
  expect(own).not.toContain('Admin');
});

test('what was taken out before the payment is told, to its buyer without a name', async () => {
  const buyer = await shop.person();
  const lines = [saw, axe].map(({ id, price }) => ({ tools_id: id, quantity: 5, tools_price: price }));
  const placed = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer);
  const id = placed.body.insertedId;
  const [, dropped] = placed.body.lines;
  await shop.call('changePurchase', { params: { id }, body: { drop: [dropped] } }, buyer);
  const own = await see(id, buyer);
  expect(own.changes).toEqual([{ what: 'dropped', at: expect.any(String), orders: [dropped] }]);
  expect((await see(id, admin)).desk.by).toEqual({ [`dropped ${own.changes[0].at}`]: buyer.name });
  await shop.call('deleteOrder', { params: { id } }, admin);
  expect((await see(id, buyer)).changes.map((it: { what: string }) => it.what)).toEqual(['dropped', 'cancelled']);
  expect(Object.values((await see(id, admin)).desk.by)).toEqual([buyer.name, 'First Admin']);
});

test('another address: all lines have it, the buyer is told once, and a repeated request changes nothing', async () => {
  const its = await bought();
  await shop.sql`update person set email_proof = 'mail' where id = ${its.buyer.id}`;
  await writeInvoices(shop.context);
  const invoiced = (await shop.call('getInvoice', { params: { id: its.id } }, admin)).body;
  expect(invoiced.address).toBe(CONTACT.address);
  const to = { phone: '5550142299', address: 'Quay Store, Gate B\nHafenstrasse 9' };
  expect((await shipTo(its.id, to)).body).toEqual({ acknowledged: true, modifiedCount: 1, told: true });
  expect((await shipTo(its.id, to)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  const own = await see(its.id, its.buyer);
  expect(own).toMatchObject(to);
  for (const line of own.lines) expect(line).toMatchObject(to);
  expect(own.changes).toMatchObject([{ what: 'ship_to', orders: [] }]);
  expect(own.changes[0]).not.toHaveProperty('told');
  const [mail, ...others] = await mailsTo(its);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Ship to: Quay Store, Gate B, Hafenstrasse 9');
  expect((await shop.call('getInvoice', { params: { id: its.id } }, admin)).body).toEqual(invoiced);
  expect((await ship(its.id)).status).toBe(200);
  const slip = await shop.call('getSlip', { params: { id: its.id, part: '1' } }, admin);
  expect(slip.body).toMatchObject(to);
  await sound();
});

test('another phone number alone is mailed and shown as that', async () => {
  const its = await bought();
  await shipTo(its.id, { phone: '5550142288', address: CONTACT.address });
  expect((await see(its.id, its.buyer)).changes).toMatchObject([{ what: 'ship_to', changed: 'phone' }]);
  expect(await mailsTo(its)).toEqual([]);
  const mail = shop.mailbox.mails().find(({ subject }) => subject.endsWith('has another phone number'));
  expect(mail?.recipients).toEqual([its.buyer.email]);
  expect(mail?.text).toContain('We changed the phone number of your order.');
});

test('two admins change what the other did not: both stay', async () => {
  const its = await bought();
  expect((await shipTo(its.id, { phone: '5550142277' })).status).toBe(200);
  expect((await shipTo(its.id, { address: '7 Other Street' })).status).toBe(200);
  expect(await see(its.id, its.buyer)).toMatchObject({ phone: '5550142277', address: '7 Other Street' });
});

test('whoever saw another address than there is by now is told before they replace it', async () => {
  const its = await bought();
  const was = { address: CONTACT.address };
  expect((await shipTo(its.id, { address: '7 Other Street', was })).status).toBe(200);
  const late = { address: '8 Late Street', was };
  expect(await shipTo(its.id, late)).toMatchObject({ status: 409, body: { code: 'ship_to_conflict' } });
  expect(await shipTo(its.id, { phone: '5550142277', was: { phone: '1' } })).toMatchObject({ status: 409 });
  expect(await see(its.id, admin)).toMatchObject({ address: '7 Other Street', phone: CONTACT.phone });
  expect((await shipTo(its.id, { address: '7 Other Street', was })).body.modifiedCount).toBe(0);
  expect((await shipTo(its.id, { ...late, was: { address: '7 Other Street' } })).status).toBe(200);
});

test('an address that is not confirmed hears that it changed, and not to which', async () => {
  const its = await bought();
  await shipTo(its.id, { ...CONTACT, address: '9 Secret Street' });
  const [mail] = await mailsTo(its);
  expect(mail?.text).toContain('We changed where your order is sent.');
  expect(mail?.text).not.toMatch(/Secret|Phone/);
});

test('what has left keeps its address: none is changed until that is undone', async () => {
  const its = await bought();
  await ship(its.id);
  const to = { ...CONTACT, address: '3 Late Street' };
  expect(await shipTo(its.id, to)).toMatchObject({
    status: 409,
    body: { code: 'ship_to_final', figures: { why: 'sent' } },
  });
  expect((await see(its.id, admin)).address).toBe(CONTACT.address);
  await shop.call('undoShipping', { params: { id: its.id } }, admin);
  expect((await shipTo(its.id, to)).status).toBe(200);
});

test('a purchase that has ended is sent nowhere', async () => {
  const its = await bought();
  expect((await refund(its.id, { amount: its.amount })).status).toBe(200);
  expect(await shipTo(its.id, { ...CONTACT, address: '3 Late Street' })).toMatchObject({
    status: 409,
    body: { figures: { why: 'ended' } },
  });
  expect(await mailsTo(its)).toEqual([]);
});

test('who was asked to change it and ship it at once does one of both', async () => {
  const its = await bought();
  const to = { ...CONTACT, address: '4 Race Street' };
  const [shipped, changed] = await Promise.all([ship(its.id), shipTo(its.id, to)]);
  expect(shipped.status).toBe(200);
  const slip = await shop.call('getSlip', { params: { id: its.id, part: '1' } }, admin);
  expect(slip.body.address).toBe(changed.status === 200 ? to.address : CONTACT.address);
});
