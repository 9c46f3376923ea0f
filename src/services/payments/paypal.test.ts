import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { CONTACT } from '../../../tests/harness/purchases.ts';
import { examineShop } from '../reports/examine-shop.ts';
import { comparePayments } from './compare-payments.ts';
import { confirmPayment } from './confirm-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const card = payments(shop);
const HOUR = 3_600_000;

let buyer: Person;
let tool: Awaited<ReturnType<typeof shop.tool>>;
beforeEach(async () => {
  shop.setTrouble(() => 'none');
  // Jobs are due by the database's clock, and the shop's stands still.
  shop.passTime(60_000);
  buyer = await shop.person();
  tool = await shop.tool({ price: 50 });
});

/** For $175: five pieces with the first-order offer. */
const order = () => ordered(shop, buyer, tool);

const rowOf = async (id: string) => {
  const [row] = await shop.sql`
    select purchase.state, paid_intent, hold_until is not null as held,
           (select string_agg(provider || ' ' || payment.state, ', ' order by attempt) from payment where order_id = purchase.id) as payments
      from purchase where id = ${id}`;
  return row;
};

const refunds = (id: string) =>
  shop.sql`select state, amount_cents from refund where purchase_id = ${id} order by no`.then((rows) => [...rows]);

async function sweep() {
  shop.passTime(30_000);
  await sweepPayments(shop.context);
  await shop.work();
}

async function wholeShop() {
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
}

test('a purchase is paid with PayPal: begun, approved there, taken by the shop, given back in parts', async () => {
  const its = await order();
  const begin = await paypal.begin(buyer, its);
  expect(begin.body).toEqual({
    approveUrl: expect.stringContaining(`/sandbox/paypal/checkoutnow?token=${begin.body.transactionId}`),
    transactionId: expect.stringMatching(/^[A-Z0-9]{17}$/),
  });
  const id = begin.body.transactionId;
  expect((await paypal.begin(buyer, its)).body).toEqual(begin.body);
  expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: false, payable: true });
  const back = await paypal.approve(id);
  expect(back.headers.get('location')).toContain(`/dashboard/payment/${its.id}?token=${id}`);

  expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: false, payable: false });
  expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'paypal capturing' });
  await shop.work();
  expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: id, payments: 'paypal succeeded' });
  expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: true });

  const admin = await shop.person('admin');
  const part = { lines: [{ order: its.id, pieces: 2 }], back: false, amount: its.amount * 0.4, reason: 'Broken' };
  const given = await shop.call('refundPurchase', { params: { id: its.id }, body: part }, admin);
  expect(given.status).toBe(200);
  await shop.work();
  expect(await refunds(its.id)).toEqual([{ state: 'succeeded', amount_cents: its.amount * 40 }]);
  await comparePayments(shop.context);
  expect(await rowOf(its.id)).toMatchObject({ state: 'paid' });
  await wholeShop();
});

test('what is below $100 is not for PayPal, whatever the page says', async () => {
  const small = await ordered(shop, buyer, await shop.tool({ price: 20, minQuantity: 5 }));
  expect(small.amount).toBeLessThan(100);
  expect(await paypal.begin(buyer, small)).toMatchObject({ status: 409, body: { code: 'below_minimum' } });
  expect(await paypal.begin(buyer, { ...small, amount: 100 })).toMatchObject({ body: { code: 'below_minimum' } });
  expect(await rowOf(small.id)).toMatchObject({ payments: null });
  // Without the first-order offer, which the order before has used.
  const enough = await ordered(shop, buyer, await shop.tool({ price: 20, minQuantity: 5 }));
  expect(enough.amount).toBe(100);
  expect(await paypal.begin(buyer, enough)).toMatchObject({ status: 200 });
});

describe('the money is taken once', () => {
  test.each(['fail-before', 'fail-after'] as const)(
    'when the call is to %s and nobody answers for hours',
    async (how) => {
      const its = await order();
      const id = await paypal.begun(buyer, its);
      await paypal.approve(id);
      shop.setTrouble(({ path }) => (path.endsWith('/capture') ? how : 'none'));
      await paypal.back(buyer, its.id, id);
      await shop.work();
      expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'paypal capturing' });
      shop.setTrouble(() => 'none');
      shop.passTime(20 * 60_000);
      await shop.work();
      expect(await rowOf(its.id)).toMatchObject({ state: 'paid', payments: 'paypal succeeded' });
      expect((await paypal.look(id)).amountReceived).toBe(its.amount * 100);
    },
  );

  test('not any more when it could not be for five hours: then the buyer may pay anew', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id);
    shop.setTrouble(({ path }) => (path.endsWith('/capture') ? 'fail-before' : 'none'));
    await paypal.back(buyer, its.id, id);
    await shop.work();
    shop.passTime(5 * HOUR + 60_000);
    let captures = 0;
    shop.setTrouble(({ path }) => {
      if (path.endsWith('/capture')) captures += 1;
      return 'none';
    });
    await shop.work();
    await shop.work();
    expect(captures).toBe(0);
    expect((await rowOf(its.id))?.payments).toBe('paypal cancelled');
    expect((await rowOf(its.id))?.state).toBe('unpaid');
    await wholeShop();
  });
});

describe('the money does not come', () => {
  test('declined: nothing is charged, and a card may pay', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id, 'declined');
    await paypal.back(buyer, its.id, id);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', held: true, payments: 'paypal cancelled' });
    expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: false, payable: true });
    expect((await paypal.back(buyer, its.id, id)).body.why).toBe('refused');
    const { clientSecret, intentId } = await begun(shop, buyer, its);
    await card.confirm(clientSecret);
    expect((await paypal.back(buyer, its.id, intentId)).status).toBe(200);
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', payments: 'paypal cancelled, stripe succeeded' });
    await wholeShop();
  });

  test.each([true, false])('another way to pay is wanted (and the answer lost: %s): anew', async (lost) => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id, 'again');
    await paypal.back(buyer, its.id, id);
    if (lost) {
      expect(await shop.context.payments.take(id, 'by a process that ended')).toMatchObject({ ok: false });
      await shop.sql`update job set attempts = 3 where kind = 'take-payment' and done_at is null`;
    }
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'paypal cancelled' });
    expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: false, payable: true });
    await wholeShop();
  });

  test('denied: the order is complete there, and no money is in it', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id, 'denied');
    await paypal.back(buyer, its.id, id);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'paypal cancelled' });
    const again = await paypal.approved(buyer, its);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: again });
  });

  test('approved, and gone before the shop could take it: the buyer may pay anew at once', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id);
    await paypal.back(buyer, its.id, id);
    shop.setTrouble(({ path }) => (path.endsWith('/capture') ? 'fail-before' : 'none'));
    await shop.work();
    shop.setTrouble(() => 'none');
    shop.passTime(3 * HOUR + 60_000);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'paypal cancelled' });
  });

  test.each([
    ['pass', 'paid', 'paypal succeeded'],
    ['fail', 'unpaid', 'paypal cancelled'],
  ] as const)('pending is no money until PayPal has decided: %s', async (outcome, state, its) => {
    const one = await order();
    const id = await paypal.begun(buyer, one);
    await paypal.approve(id, 'pending');
    await paypal.back(buyer, one.id, id);
    await shop.work();
    expect(await rowOf(one.id)).toMatchObject({ state: 'unpaid', payments: 'paypal capturing' });
    const seen = async () => [
      (await shop.call('getOrder', { params: { id: one.id } }, buyer)).body.paying,
      (await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer)).body[0].paying,
      (await shop.call('getPurchase', { params: { id: one.id } }, buyer)).body.lines[0].paying,
    ];
    expect(await seen()).toEqual([id, id, id]);
    // Meanwhile it is neither paid otherwise nor cancelled.
    const pressed = await shop.call('createPaymentIntent', { body: { price: one.amount, order_id: one.id } }, buyer);
    expect(pressed.body).toMatchObject({ code: 'in_progress', figures: { transactionId: id } });
    expect(shop.troubles.filter((it) => JSON.parse(it).problem === 'pending')).toEqual([]);
    await paypal.decide(id, outcome);
    await sweep();
    expect(await rowOf(one.id)).toMatchObject({ state, payments: its });
    expect(await seen()).toEqual([undefined, undefined, undefined]);
    await wholeShop();
  });
});

describe('what is given up is never taken', () => {
  test('cancelled before it is approved', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    expect((await shop.call('cancelOrder', { params: { id: its.id } }, buyer)).status).toBe(200);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'cancelled', payments: 'paypal cancelled' });
    await paypal.approve(id);
    const [approved] = await paypal.events(id, 1);
    if (approved) expect((await paypal.deliver(approved)).status).toBe(200);
    await shop.work();
    await sweep();
    expect((await paypal.look(id)).status).toBe('approved');
    await wholeShop();
  });

  test('cancelled while it is being taken: who comes first, wins', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id);
    await paypal.back(buyer, its.id, id);
    const cancel = await shop.call('cancelOrder', { params: { id: its.id } }, buyer);
    expect(cancel.body).toMatchObject({ acknowledged: true });
    await shop.work();
    shop.passTime(20 * 60_000);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', payments: 'paypal succeeded' });
    await wholeShop();
  });

  test('the hold ends', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    shop.passTime(61 * 60_000);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', held: false, payments: 'paypal cancelled' });
    await paypal.approve(id);
    const later = await shop.renewed(buyer);
    expect((await paypal.back(later, its.id, id)).body).toMatchObject({ payable: true, why: 'hold_over' });
    await shop.work();
    expect((await paypal.look(id)).status).toBe('approved');
  });

  test('a line is taken out of its purchase: nobody refused, the purchase was changed', async () => {
    const tools = [tool, await shop.tool({ price: 50 })];
    const lines = tools.map(({ id, price }) => ({ tools_id: id, quantity: 5, tools_price: price }));
    const { body } = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer);
    const id = await paypal.begun(buyer, { id: body.insertedId, amount: 350 });
    const admin = await shop.person('admin');
    expect((await shop.call('deleteOrder', { params: { id: body.lines[1] } }, admin)).status).toBe(200);
    await paypal.approve(id);
    const back = await paypal.back(buyer, body.insertedId, id);
    expect(back.body).toMatchObject({ paid: false, payable: true, why: 'changed' });
    await shop.work();
    expect((await paypal.look(id)).status).toBe('approved');
    await wholeShop();
  });

  test('another provider is chosen, one way and the other', async () => {
    const its = await order();
    const first = await begun(shop, buyer, its);
    const id = await paypal.begun(buyer, its);
    expect((await card.retrieve(first.intentId)).status).toBe('closed');
    const second = await begun(shop, buyer, its);
    expect(await rowOf(its.id)).toMatchObject({
      state: 'unpaid',
      payments: 'stripe cancelled, paypal cancelled, stripe open',
    });
    await paypal.approve(id);
    expect((await paypal.back(buyer, its.id, id)).body).toEqual({ acknowledged: false, paid: false, payable: true });
    await shop.work();
    expect((await paypal.look(id)).status).toBe('approved');
    await card.confirm(second.clientSecret);
    await paypal.back(buyer, its.id, second.intentId);
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: second.intentId });
    await wholeShop();
  });

  test('money of the card that comes while PayPal is taking goes back', async () => {
    const its = await order();
    const first = await begun(shop, buyer, its);
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id);
    await paypal.back(buyer, its.id, id);
    const late = await card.retrieve(first.intentId);
    const arrived = { ...late, status: 'captured' as const, amountReceived: late.amount };
    expect(await settlePayment(shop.context, arrived)).toBe('refund_due');
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid', payments: 'stripe cancelled, paypal capturing' });
    expect(await refunds(its.id)).toEqual([{ state: 'due', amount_cents: its.amount * 100 }]);
    // Heard of once more, when PayPal has given up: it is on its way back and pays nothing.
    await shop.sql`update payment set state = 'cancelled' where intent_id = ${id}`;
    expect(await settlePayment(shop.context, arrived)).toBe('refund_due');
    expect(await rowOf(its.id)).toMatchObject({ state: 'unpaid' });
    await shop.sql`update payment set state = 'capturing' where intent_id = ${id}`;
    shop.passTime(60_000);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: id });
  });

  test('approved by a buyer who did not come back: pressed again, it is taken and no other is begun', async () => {
    const its = await order();
    const id = await paypal.begun(buyer, its);
    await paypal.approve(id);
    const taken = { status: 409, body: { code: 'in_progress', figures: { transactionId: id } } };
    expect(await paypal.begin(buyer, its)).toMatchObject(taken);
    let woken = 0;
    const context = { ...shop.context, wake: () => (woken += 1) };
    const asked = await confirmPayment(context, buyer.id, its.id as OrderId, id);
    expect([asked, woken]).toEqual([{ ok: true, value: { paid: false, payable: false } }, 1]);
    await shop.work();
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: id, payments: 'paypal succeeded' });
  });

  test('a card that pays before PayPal is opened keeps the purchase', async () => {
    const its = await order();
    const { clientSecret, intentId } = await begun(shop, buyer, its);
    await card.confirm(clientSecret);
    expect((await paypal.begin(buyer, its)).body.code).toBe('already_paid');
    expect(await rowOf(its.id)).toMatchObject({ state: 'paid', paid_intent: intentId, payments: 'stripe succeeded' });
  });
});

test('a dispute and money given back at PayPal are heard by the name of the capture', async () => {
  const its = await order();
  const id = await paypal.begun(buyer, its);
  await paypal.approve(id, 'disputes');
  await paypal.back(buyer, its.id, id);
  await shop.work();
  const { captureId } = await paypal.look(id);
  const told = await paypal.events(captureId ?? '', 2);
  for (const event of told.toReversed()) expect((await paypal.deliver(event)).status).toBe(200);
  await shop.work();
  expect(await rowOf(its.id)).toMatchObject({ state: 'review' });
  const admin = await shop.person('admin');
  const found = await shop.call('getOrderCase', { params: { id: its.id as OrderId } }, admin);
  expect(found.body.review).toMatchObject({ reason: 'dispute', transactionId: id });
  expect((await shop.call('getOrder', { params: { id: its.id as OrderId } }, buyer)).body).toMatchObject({
    paypal: true,
  });
});

test('mails about money that goes back in parts name PayPal, also once the first line or all of it is given back', async () => {
  const tools = [tool, await shop.tool({ price: 50 })];
  const lines = tools.map(({ id, price }) => ({ tools_id: id, quantity: 5, tools_price: price }));
  const placed = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer);
  const id = placed.body.insertedId as OrderId;
  const payment = await paypal.begun(buyer, { id, amount: 350 });
  await paypal.approve(payment);
  await paypal.back(buyer, id, payment);
  await shop.work();
  const admin = await shop.person('admin');
  const [first, second] = placed.body.lines as [OrderId, OrderId];
  const parts = [
    { order: first, pieces: 5 },
    { order: second, pieces: 2 },
    { order: second, pieces: 3 },
  ];
  for (const part of parts) {
    const body = { lines: [part], amount: part.pieces * 35, reason: 'Damaged' };
    expect((await shop.call('refundPurchase', { params: { id }, body }, admin)).status).toBe(200);
    shop.passTime(2_000);
    await shop.work();
    await shop.work();
  }
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(buyer.email));
  const told = mails.filter(({ subject }) => subject.endsWith('went back')).map(({ text }) => text);
  expect(told).toHaveLength(3);
  for (const text of told) expect(text).toContain('returned it to the PayPal account that it came from');
});

test('a webhook that PayPal did not send is refused; without an answer of PayPal it is to come again', async () => {
  const its = await order();
  const id = await paypal.begun(buyer, its);
  await paypal.approve(id);
  const [approved] = await paypal.events(id, 1);
  if (!approved) throw new Error('no event');
  const forged = { ...approved, body: approved.body.replace('APPROVED', 'COMPLETED') };
  expect((await paypal.deliver(forged)).status).toBe(400);
  expect((await paypal.deliver({ ...approved, headers: {} })).status).toBe(400);
  expect((await paypal.deliver(approved)).status).toBe(200);
});
