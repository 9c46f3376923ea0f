import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { toCents } from '#model/kernel/money.ts';
import { success } from '#model/kernel/outcome.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { examineShop } from '../reports/examine-shop.ts';
import { endDispute } from './end-dispute.ts';
import { noteRefunds } from './note-refunds.ts';
import { readEvents } from './read-events.ts';
import { planRefund } from './refund-rows.ts';
import { withPaymentLocked } from './settle-payment.ts';

const shop = await ownShop();
const card = payments(shop);
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });
const DISPUTED_CARD = '4000000000000259';

async function later() {
  shop.passTime(60_000);
  await shop.work();
}

/** A purchase of $175 that is disputed, which the shop has heard. `end`: as its bank or PayPal decides. */
async function disputed(provider: 'stripe' | 'paypal') {
  const [buyer, admin] = [await shop.person(), await shop.person('admin')];
  const { id, amount } = await ordered(shop, buyer, tool);
  const [its] = await shop.sql<{ number: string }[]>`select 'P-' || seq as number from purchase where id = ${id}`;
  const mails = async () => {
    await later();
    const mine = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(admin.email));
    return mine.filter(({ subject }) => subject.includes(`${its?.number} `));
  };
  const made = { id, params: { id: id as OrderId }, buyer, admin, mails };
  if (provider === 'stripe') {
    const { clientSecret, intentId } = await begun(shop, buyer, { id, amount });
    await card.confirm(clientSecret, DISPUTED_CARD);
    const hear = async () => {
      for (const event of await card.events(intentId)) await card.deliver(event);
      await later();
    };
    await hear();
    const end = async (how: 'pass' | 'fail', heard = true) => {
      expect((await card.settle(intentId, how)).status).toBe(200);
      if (heard) await hear();
    };
    return { ...made, intentId, end, hear };
  }
  const intentId = await paypal.begun(buyer, { id, amount });
  await paypal.approve(intentId, 'disputes');
  await paypal.back(buyer, id, intentId);
  await later();
  const { captureId = '' } = await paypal.look(intentId);
  const hear = async (count: number) => {
    for (const event of await paypal.events(captureId, count)) await paypal.deliver(event);
    await later();
  };
  await hear(2);
  const end = async (how: 'pass' | 'fail') => {
    await paypal.decide(intentId, how);
    await hear(3);
  };
  return { ...made, intentId, end, hear: () => hear(3) };
}

const rowOf = async (id: string) => {
  const [row] = await shop.sql`select state, review_reason as why, review_no as no from purchase where id = ${id}`;
  return { ...row };
};

const decide = ({ params, admin }: Awaited<ReturnType<typeof disputed>>, review: number, decision: string) =>
  shop.call('decideOrder', { params, body: { review, decision, reason: 'As it ended' } }, admin);

test.each(['stripe', 'paypal'] as const)(
  'a lost dispute at %s is looked at anew, and its money is not given back',
  async (at) => {
    const its = await disputed(at);
    expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'dispute', no: 1 });
    await its.end('fail');
    expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'returned', no: 2 });
    const { body: found } = await shop.call('getOrderCase', { params: its.params }, its.admin);
    expect(found.review).toMatchObject({
      reason: 'returned',
      transactionId: its.intentId,
      decisions: ['keep', 'close'],
    });
    expect(found.history[0].details).toMatchObject({ why: 'returned', lost: 175 });
    const mails = (await its.mails()).map(({ text }) => text.replace(/\s+/g, ' '));
    expect(mails).toHaveLength(2);
    expect(mails.join()).toContain('Lost: $175');
    await its.hear();
    expect(await rowOf(its.id)).toMatchObject({ no: 2 });
    expect((await decide(its, 2, 'close')).status).toBe(200);
    await its.hear();
    expect(await rowOf(its.id)).toMatchObject({ state: 'refunded', no: 2 });
    expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
  },
);

test('one that is lost after its order went on is put aside once more', async () => {
  const its = await disputed('stripe');
  expect((await decide(its, 1, 'keep')).status).toBe(200);
  await its.end('fail');
  expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'returned', no: 2 });
  expect((await decide(its, 2, 'keep')).status).toBe(200);
  expect(await rowOf(its.id)).toMatchObject({ state: 'paid' });
  const purchase = await shop.call('getPurchase', { params: its.params }, its.admin);
  expect(purchase.body.refunds).toMatchObject([{ amount: 175, state: 'by_hand' }]);
  const body = { lines: [{ order: its.id as OrderId, pieces: 1 }], amount: 35, reason: 'Damaged' };
  const again = await shop.call('refundPurchase', { params: its.params, body }, its.admin);
  expect([again.status, again.body.code]).toEqual([409, 'nothing_to_refund']);
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});

/** The bank, or PayPal, decides against the shop: $50 of its purchase. */
async function lose({ intentId }: { intentId: string }, id: string) {
  const [job] = await shop.sql<{ id: number }[]>`
    insert into job (queue, kind, key, payload, run_at)
    values ('inbox', 'charge.dispute.closed', gen_random_uuid(), '{}', now() + interval '1 day') returning id::int`;
  await endDispute(shop.context, intentId, job?.id ?? 0, { id, won: false, amount: toCents(5_000) });
}

test('of one that is lost in part, so much counts as given back, once', async () => {
  const its = await disputed('stripe');
  for (let n = 0; n < 2; n += 1) await lose(its, 'du_part');
  expect((await decide(its, 2, 'keep')).status).toBe(200);
  const purchase = await shop.call('getPurchase', { params: its.params }, its.admin);
  expect(purchase.body.refunds).toMatchObject([{ amount: 50, state: 'by_hand' }]);
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});

// PayPal alone may show there what a dispute took.
test.each([
  ['stripe', 'before', 10_000],
  ['stripe', 'after', 10_000],
  ['paypal', 'before', 5_000],
  ['paypal', 'after', 5_000],
] as const)('as much as is lost, listed at %s as given back %s that, is counted so: %i', async (at, when, cents) => {
  const its = await disputed(at);
  const back = { id: `re ${its.id}`, amount: toCents(5_000), status: 'succeeded', paymentId: its.intentId } as const;
  const listRefunds = async () => success([back]);
  const steps = [
    () => lose(its, 'du_part'),
    () => noteRefunds({ ...shop.context, payments: { ...shop.context.payments, listRefunds } }, its.intentId),
  ];
  for (const step of when === 'after' ? steps : steps.toReversed()) await step();
  const counted = async () =>
    Number((await shop.sql`select refunded_cents as back from payment where order_id = ${its.id}`)[0]?.back);
  expect(await counted()).toBe(cents);
  for (const step of steps) await step();
  expect(await counted()).toBe(cents);
  await lose(its, 'du_other');
  expect(await counted()).toBe(cents + 5_000);
});

test('what admins gave back by another way is not what a dispute at PayPal took', async () => {
  const its = await disputed('paypal');
  const byHand = { amountCents: 5_000, state: 'by_hand', endedAt: shop.context.clock() } as const;
  await withPaymentLocked(shop.context.db, its.intentId, (tx, _, attempt) => planRefund(tx, attempt, byHand));
  await lose(its, 'PP-D-1');
  const [row] = await shop.sql`select refunded_cents::int as back from payment where order_id = ${its.id}`;
  expect(row?.back).toBe(10_000);
});

test.each(['stripe', 'paypal'] as const)(
  'a dispute at %s that the shop has won is told, and decides nothing',
  async (at) => {
    const its = await disputed(at);
    await its.end('pass');
    expect(await rowOf(its.id)).toEqual({ state: 'review', why: 'dispute', no: 1 });
    const subjects = async () => (await its.mails()).map(({ subject }) => subject);
    expect((await subjects()).toSorted()).toEqual([
      expect.stringMatching(/^The dispute .* is won$/),
      expect.anything(),
    ]);
    await its.hear();
    expect(await subjects()).toHaveLength(2);
  },
);

test('what had counted as given back before it was lost stays so, and admins are told', async () => {
  const its = await disputed('paypal');
  expect((await decide(its, 1, 'close')).status).toBe(200);
  await its.end('fail');
  expect(await rowOf(its.id)).toMatchObject({ state: 'refunded', no: 1 });
  const last = (await its.mails()).find(({ subject }) => subject.endsWith('is lost'));
  expect(last?.text.replace(/\s+/g, ' ')).toContain('Lost: $175');
});

test('the end of a dispute is read from the list of events where its webhook was lost', async () => {
  const its = await disputed('stripe');
  await its.end('fail', false);
  await readEvents(shop.context);
  await later();
  expect(await rowOf(its.id)).toMatchObject({ why: 'returned', no: 2 });
});
