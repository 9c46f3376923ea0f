import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { sawsAndAxes } from '../../../tests/harness/saws-and-axes.ts';
import { noteRefunds } from './note-refunds.ts';
import { disputePayment } from './work-inbox.ts';

const shop = await ownShop();
// What is written is due by the database's clock: the shop's stays ahead of it.
shop.passTime(600_000);
const admin = await shop.person('admin');
const { bought, refund, see, atProvider, sound, worked, failing, lastMail } = sawsAndAxes(shop, admin);

/** The bank has sent back all refunds until now. */
const sendBack = (intentId: string) => noteRefunds(failing(), intentId);

const caseOf = async (id: string) => (await shop.call('getOrderCase', { params: { id } }, admin)).body;

async function decide(id: string, decision: string, pieces = {}) {
  const { review } = await caseOf(id);
  const body = { review: review.no, decision, reason: 'Looked into it', ...pieces };
  return (await shop.call('decideOrder', { params: { id }, body }, admin)).status;
}

/** $49 of $301 came back. */
async function partFailed() {
  const its = await bought();
  expect((await refund(its.id, { lines: [{ order: its.lines[0], pieces: 10 }], amount: 49 })).status).toBe(200);
  await worked();
  await sendBack(its.intentId);
  return its;
}

const mailsTo = (email: string, subject: RegExp) =>
  shop.mailbox.mails().filter((it) => it.recipients.includes(email) && subject.test(it.subject));

test('what is to be decided names the part, and can send it again', async () => {
  const its = await partFailed();
  const { review, payments } = await caseOf(its.id);
  expect(review).toMatchObject({ reason: 'refund', failed: 49, decisions: ['again', 'keep', 'refund', 'close'] });
  expect(payments[0]).toMatchObject({
    amount: 301,
    left: 301,
    refund: { amount: 49, done: false, problem: 'refused' },
  });
});

test('sent again it takes the place of the one that failed, once; the rest of the purchase goes on', async () => {
  const its = await partFailed();
  expect(await decide(its.id, 'again')).toBe(200);
  expect(await see(its)).toMatchObject({ state: 'paid', refunded: 49, refunds: [{ amount: 49, state: 'due' }] });
  await worked();
  const { state, refunded, refunds } = await see(its);
  expect([state, refunded, refunds]).toMatchObject(['paid', 49, [{ amount: 49, state: 'succeeded' }]]);
  expect(refunds[0].lines).toEqual([{ order: its.lines[0], pieces: 10 }]);
  expect(await atProvider(its.intentId)).toEqual([4_900, 4_900]);
  expect(mailsTo(its.buyer.email, /goes on$/)).toHaveLength(0);
  await sound();
});

test('and sent back again it is decided about again, as one part', async () => {
  const its = await partFailed();
  await decide(its.id, 'again');
  await worked();
  await sendBack(its.intentId);
  expect((await caseOf(its.id)).review).toMatchObject({ failed: 49 });
  expect(await decide(its.id, 'keep')).toBe(200);
  expect(await see(its)).toMatchObject({ state: 'paid', refunded: 49, refunds: [{ amount: 49, state: 'by_hand' }] });
  await worked();
  expect(mailsTo(its.buyer.email, /goes on$/)[0]?.text).toContain('$49 of its payment went back to you in another way');
  await sound();
});

test('another one that fails meanwhile is decided about as well, by who has seen both', async () => {
  const its = await bought();
  const parts = [
    { lines: [{ order: its.lines[0], pieces: 10 }], amount: 49 },
    { lines: [{ order: its.lines[1], pieces: 10 }], amount: 77 },
  ];
  for (const part of parts) expect((await refund(its.id, part)).status).toBe(200);
  await worked();
  await noteRefunds(
    failing(({ amount }) => amount === 4_900),
    its.intentId,
  );
  const seen = (await caseOf(its.id)).review;
  expect(seen).toMatchObject({ no: 1, failed: 49 });
  for (let n = 0; n < 2; n += 1) await sendBack(its.intentId);
  expect((await caseOf(its.id)).review).toMatchObject({ no: 2, reason: 'refund', failed: 126 });
  const body = { review: seen.no, decision: 'keep', reason: 'By bank transfer' } as const;
  const late = await shop.call('decideOrder', { params: { id: its.id }, body }, admin);
  expect([late.status, late.body.code]).toEqual([409, 'review_over']);
  expect(await see(its)).toMatchObject({ state: 'review', refunded: 0 });
  expect(await decide(its.id, 'keep')).toBe(200);
  await worked();
  expect(mailsTo(its.buyer.email, /goes on$/)[0]?.text).toContain('$126 of its payment');
  const [row] = await shop.sql`select 'P-' || seq || ' ' as number from purchase where id = ${its.id}`;
  expect(mailsTo(admin.email, new RegExp(row?.number))).toHaveLength(2);
  await sound();
});

test('closed, all of the payment went back in another way, and the purchase ends', async () => {
  const its = await partFailed();
  expect(await decide(its.id, 'close')).toBe(200);
  await worked();
  expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
  expect(await atProvider(its.intentId)).toEqual([4_900]);
  await sound();
});

test('a purchase whose money failed to go back as a whole has nothing to send again', async () => {
  const its = await bought();
  expect((await refund(its.id, { amount: 301 })).status).toBe(200);
  await worked();
  await sendBack(its.intentId);
  expect((await caseOf(its.id)).review.decisions).toEqual(['refund', 'close']);
  expect(await decide(its.id, 'again')).toBe(409);
});

test('disputed before that is decided, it is not lost: once the payment stands, it is decided about next', async () => {
  const its = await partFailed();
  const [job] = await shop.sql`insert into job (queue, kind, key, payload)
    values ('inbox', 'charge.dispute.created', ${`evt_${its.intentId}`}, '{}') returning id`;
  expect(await disputePayment(shop.context, its.intentId, Number(job?.id))).toBe('review');
  expect(await decide(its.id, 'keep')).toBe(200);
  expect(await see(its)).toMatchObject({ state: 'review', refunded: 0, refunds: [{ amount: 49, state: 'failed' }] });
  expect((await caseOf(its.id)).review).toMatchObject({ no: 3, reason: 'refund', failed: 49 });
  expect(await decide(its.id, 'again')).toBe(200);
  await worked();
  expect(await see(its)).toMatchObject({ state: 'paid', refunded: 49 });
  expect(await atProvider(its.intentId)).toEqual([4_900, 4_900]);
  expect(mailsTo(its.buyer.email, /goes on$/)).toHaveLength(0);
  await sound();
});

test('the mail about one that was sent again says for which pieces it is', async () => {
  const its = await partFailed();
  await decide(its.id, 'again');
  await worked();
  expect(await lastMail(its)).toContain('Saw: 10 of 30');
});
