import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { failureText } from '#texts/failures.ts';
import { payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';

const shop = await ownShop();
const [first, second] = [await shop.person('admin'), await shop.person('admin')];
const NAME = 'Ada First';
await shop.sql`update person set name = ${NAME} where id = ${first.id}`;
const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
/** What the first admin did. */
const theirs = (did: string) => ({ did, by: NAME, at: AT });

type Call = Parameters<typeof shop.call>;
const as = (who: Person) => async (name: Call[0], its: Call[1]) => shop.call(name, its, await shop.renewed(who));
const [one, other] = [as(first), as(second)];

/** A paid purchase of twenty pieces for $10 each. */
async function bought() {
  const its = await paidPurchase(shop, [{ tool: await shop.tool({ price: 10, available: 100 }), quantity: 20 }]);
  const params = { id: its.id };
  const refund = (pieces: number, more: object = {}) => ({
    params,
    body: { lines: [{ order: its.id, pieces }], amount: pieces * 7, reason: 'Damaged', ...more },
  });
  return { ...its, params, refund, all: { params, body: {} } };
}

const done = async (answer: ReturnType<typeof one>) => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

const refused = (code: string, figures: object) => ({ status: 409, body: { code, figures } });

test('who marks an order shipped that is shipped already is told by whom', async () => {
  const { params } = await bought();
  await done(one('shipOrder', { params }));
  expect(await other('shipOrder', { params })).toMatchObject({
    status: 200,
    body: { acknowledged: true, modifiedCount: 0, already: { by: NAME, at: AT } },
  });
});

test('who ships what another admin has shipped, taken back or given back is told which of it, by whom', async () => {
  const its = await bought();
  const part = (pieces: number, sent: number) => ({
    params: its.params,
    body: { lines: [{ order: its.id, pieces }], sent },
  });
  const { insertedId } = await done(one('shipPurchase', part(5, 0)));
  const overtaken = await other('shipPurchase', part(5, 0));
  expect(overtaken).toMatchObject(refused('shipped_meanwhile', { sent: 5, ...theirs('shipped') }));
  expect(failureText(overtaken.body)).toMatch(
    new RegExp(`^${NAME} shipped pieces of it at \\d\\d:\\d\\d: 5 pieces have left by now\\. Nothing was`),
  );
  await done(one('takeBackShipment', { params: { ...its.params, shipment: insertedId } }));
  expect(await other('shipPurchase', part(5, 5))).toMatchObject(
    refused('shipped_meanwhile', { sent: 0, ...theirs('taken_back') }),
  );
  await done(one('refundPurchase', its.refund(15)));
  expect(await other('shipPurchase', part(20, 0))).toMatchObject(
    refused('pieces_not_here', { left: 5, ...theirs('refunded') }),
  );
  await done(one('shipPurchase', its.all));
  expect(await other('shipPurchase', its.all)).toMatchObject(refused('nothing_to_ship', theirs('shipped')));
});

test('who ships or refunds a purchase whose money has gone back, or that was put aside, is told so', async () => {
  const its = await bought();
  await done(one('refundPurchase', its.refund(20)));
  const ended = theirs('refunded');
  expect(await other('shipOrder', its)).toMatchObject(refused('order_not_paid', ended));
  expect(await other('shipPurchase', its.all)).toMatchObject(refused('order_not_paid', ended));
  expect(await other('refundPurchase', its.refund(1))).toMatchObject(refused('not_refundable', ended));
  // Its customer is not told who of the shop it was.
  const wish = { params: its.params, body: { lines: [{ order: its.id, pieces: 1 }], amount: 7 } };
  const { body } = await shop.call('cancelWaiting', wish, await shop.renewed(its.buyer));
  expect([body.code, body.figures]).toEqual(['not_refundable', undefined]);

  const aside = await disputed();
  const why = { did: 'put_aside', by: null };
  expect(await other('shipOrder', aside)).toMatchObject(refused('order_not_paid', why));
  expect(await other('refundPurchase', aside.refund(1))).toMatchObject(refused('not_refundable', why));
});

test('who gives money back that another admin has given back is told by whom; that a refund failed is no other one', async () => {
  const its = await bought();
  await done(one('refundPurchase', its.refund(5, { kept: 140 })));
  expect(await other('refundPurchase', its.refund(5, { kept: 140 }))).toMatchObject(
    refused('refunded_meanwhile', { kept: 105, was: 140, ...theirs('refunded') }),
  );
  const more = await other('refundPurchase', its.refund(5, { kept: 100 }));
  expect(failureText(more.body)).toMatch(/^A refund did not go through meanwhile: \$105 is kept by now\./);
  await done(one('shipPurchase', its.all));
  const held = { lines: [{ order: its.id, pieces: 5, shipped: 0 }], kept: 105 };
  expect(await other('refundPurchase', its.refund(5, held))).toMatchObject(
    refused('nothing_to_refund', { left: 0, ...theirs('shipped') }),
  );
});

test('who takes back or corrects a shipment that is not there any more is told who took it back', async () => {
  const its = await bought();
  const { insertedId: shipment } = await done(one('shipPurchase', its.all));
  const params = { ...its.params, shipment };
  await done(one('takeBackShipment', { params }));
  const already = { modifiedCount: 0, already: { by: NAME, at: AT } };
  expect((await other('takeBackShipment', { params })).body).toMatchObject(already);
  expect((await other('undoShipping', { params: its.params, query: { shipment } })).body).toMatchObject(already);
  expect(await other('correctShipment', { params, body: { tracking: 'A1' } })).toMatchObject({
    ...{ status: 404, body: { code: 'shipment_not_found', figures: theirs('taken_back') } },
  });
});

test('an unseen correction by another admin is not overwritten, and the refusal names that admin', async () => {
  const its = await bought();
  const { insertedId: shipment } = await done(one('shipPurchase', its.all));
  const params = { ...its.params, shipment };
  const was = { carrier: null, tracking: null };
  const mine = { tracking: 'B2', was: { tracking: null } };
  expect((await one('correctShipment', { params, body: { tracking: 'A1', was } })).body.modifiedCount).toBe(1);
  expect(await other('correctShipment', { params, body: mine })).toMatchObject(
    refused('shipment_conflict', theirs('corrected')),
  );
  const both = { carrier: 'UPS', was: { carrier: null } };
  expect((await other('correctShipment', { params, body: both })).body.modifiedCount).toBe(1);
  const same = { tracking: 'A1', was: { tracking: null } };
  expect((await other('correctShipment', { params, body: same })).body.modifiedCount).toBe(0);
  const seen = { tracking: 'B2', was: { tracking: 'A1' } };
  expect((await other('correctShipment', { params, body: seen })).body.modifiedCount).toBe(1);
});

test('an undo of what was refunded as sent since is not said to come too late', async () => {
  const its = await bought();
  await done(other('shipPurchase', its.all));
  const sent = { lines: [{ order: its.id, pieces: 3, shipped: 3 }] };
  await done(one('refundPurchase', its.refund(3, sent)));
  expect(await other('undoShipping', { params: its.params })).toMatchObject(
    refused('shipment_stays', { why: 'refunded', ...theirs('refunded') }),
  );
});

test('who changes an address that another admin has changed, or to which they have sent, is told by whom', async () => {
  const its = await bought();
  const wish = { params: its.params, body: { address: 'Gate B', was: { address: '1 Main Street' } } };
  await done(one('changeShipTo', wish));
  const later = { ...wish, body: { ...wish.body, address: 'Gate C' } };
  expect(await other('changeShipTo', later)).toMatchObject(refused('ship_to_conflict', theirs('ship_to')));
  await done(one('shipPurchase', its.all));
  expect(await other('changeShipTo', later)).toMatchObject(
    refused('ship_to_final', { why: 'sent', ...theirs('shipped') }),
  );
});

test('who decides about an order that another admin has decided about is told by whom, or that it was never put aside', async () => {
  const its = await bought();
  const decide = (decision: string, review = 1) => ({
    params: its.params,
    body: { review, decision, reason: 'Looked into it' },
  });
  const never = await other('decideOrder', decide('keep'));
  expect(never).toMatchObject(refused('review_over', { did: 'never' }));
  expect(failureText(never.body)).toBe('Nothing is to be decided about this order: its payment was never put aside.');

  await dispute(its.intentId);
  await done(one('decideOrder', decide('keep')));
  const late = await other('decideOrder', decide('refund'));
  expect(late).toMatchObject(refused('review_over', theirs('kept')));
  expect(failureText(late.body)).toMatch(
    new RegExp(`^${NAME} decided that it goes on at \\d\\d:\\d\\d\\. Look at it again\\.$`),
  );
  await dispute(its.intentId, 'again');
  expect(await other('decideOrder', decide('refund'))).toMatchObject(refused('review_over', theirs('kept')));
  await done(one('decideOrder', decide('refund', 2)));
  expect(await other('decideOrder', decide('keep', 2))).toMatchObject(refused('review_over', theirs('refund_decided')));
});

async function dispute(intentId: string, name = 'first'): Promise<void> {
  const pay = payments(shop);
  const [event] = await pay.events(intentId);
  const object = { id: `du_${name}_${intentId}`, object: 'dispute', payment_intent: intentId };
  await pay.deliver({ ...event, id: `evt_${object.id}`, type: 'charge.dispute.created', data: { object } } as never);
  await shop.work();
}

async function disputed() {
  const its = await bought();
  await dispute(its.intentId);
  const [row] = await shop.sql`select state from purchase where id = ${its.id as OrderId}`;
  expect(row?.state).toBe('review');
  return its;
}
