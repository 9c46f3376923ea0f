import { expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { NewRefund, PaymentFailure, Refund } from '#outside/payments/provider.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paymentSenders } from './payment-senders.ts';
import { sendRefund } from './send-refund.ts';
import { settlePayment } from './settle-payment.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });

type Answer = Refund['status'] | PaymentFailure<'not-found' | 'wrong-state' | 'refused' | 'unreachable'>['code'];
const PROBLEMS: readonly Answer[] = ['not-found', 'wrong-state', 'refused', 'unreachable'];
const MINUTE = 60_000;

/** An order whose money came when it was cancelled, and must go back. */
async function owed() {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  const intent = await pay.retrieve((await begun(shop, buyer, order)).intentId);
  await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
  await settlePayment(shop.context, { ...intent, status: 'captured', amountReceived: intent.amount });
  expect(await stateOf(order.id)).toBe('refund_due');
  return { orderId: order.id, intentId: intent.id, amount: intent.amount };
}
type Owed = Awaited<ReturnType<typeof owed>>;

/** Sends what is due, which the provider answers so; `listed` are the refunds that it has. */
async function giveBack({ orderId, amount }: Owed, answer: Answer, listed: readonly Refund[] = []) {
  const asked: NewRefund[] = [];
  const refund: Payments['refund'] = async (wish) => {
    asked.push(wish);
    if (PROBLEMS.includes(answer)) return failure({ code: answer as 'refused', message: 'No' });
    return success({
      id: `re_${wish.refundId}`,
      status: answer as Refund['status'],
      amount: toCents(amount),
      paymentId: null,
    });
  };
  const listRefunds: Payments['listRefunds'] = async () => success(listed);
  const context = { ...shop.context, payments: { ...shop.context.payments, refund, listRefunds } };
  const refundId = (await rows(orderId)).at(-1)?.id as string;
  return { problem: await sendRefund(context, { orderId, refundId }), asked, refundId };
}
const rows = (orderId: string) => shop.sql<{ id: string; state: string; tries: number }[]>`
  select id, state::text, tries from refund where purchase_id = ${orderId} order by no`;
const statesOf = async (orderId: string) => (await rows(orderId)).map(({ state }) => state);
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const reviewedFor = async (id: string) => {
  const [row] = await shop.sql`select review_reason as why, review_no as no from purchase where id = ${id}`;
  return { ...row };
};
const deeds = (id: string) => shop.sql`
  select action from audit where target = ${id} and action like '%refunded%' order by id`;
const mails = (id: string) => shop.sql`
  select kind from job where payload ->> 'orderId' = ${id} and kind = 'mail.refunded' order by id`;

test('money is given back when the provider says so and not before, under one key at every try', async () => {
  const its = await owed();
  const keys = new Set<string>();
  for (const answer of ['unreachable', 'unreachable', 'unreachable'] as const) {
    const { problem, asked } = await giveBack(its, answer);
    expect([problem, asked.length]).toEqual([answer, 1]);
    for (const { idempotencyKey } of asked) keys.add(idempotencyKey);
    expect([await stateOf(its.orderId), await statesOf(its.orderId), await mails(its.orderId)]).toEqual([
      ...['refund_due', ['sent'], []],
    ]);
  }
  const { problem, asked, refundId } = await giveBack(its, 'succeeded');
  expect([problem, [...keys]]).toEqual([undefined, [asked[0]?.idempotencyKey]]);
  expect(asked[0]).toMatchObject({ paymentId: its.intentId, refundId, idempotencyKey: `refund:${refundId}` });
  expect(await stateOf(its.orderId)).toBe('refunded');
  expect([...(await deeds(its.orderId))]).toEqual([{ action: 'order.refunded' }]);
  expect(await mails(its.orderId)).toHaveLength(1);
  expect((await giveBack(its, 'succeeded')).asked).toEqual([]);
});

test('what the provider is thinking about is asked for and not sent again', async () => {
  const its = await owed();
  const { problem, refundId } = await giveBack(its, 'pending');
  expect(problem).toEqual({ waits: 'pending' });
  const pending: Refund = {
    id: `re_${refundId}`,
    status: 'pending',
    amount: toCents(its.amount),
    paymentId: null,
    refundId,
  };
  expect(await giveBack(its, 'succeeded', [pending])).toMatchObject({ problem: { waits: 'pending' }, asked: [] });
  expect(await giveBack(its, 'succeeded', [{ ...pending, status: 'succeeded' }])).toMatchObject({ asked: [] });
  expect(await stateOf(its.orderId)).toBe('refunded');
});

test('what was never answered is looked for after an hour, and only then sent as another', async () => {
  const its = await owed();
  const { refundId } = await giveBack(its, 'unreachable');
  shop.passTime(61 * MINUTE);
  const there: Refund = {
    id: 're_there',
    status: 'succeeded',
    amount: toCents(its.amount),
    paymentId: null,
    refundId,
  };
  const lost = await owed();
  await giveBack(lost, 'unreachable');
  shop.passTime(61 * MINUTE);
  expect(await giveBack(its, 'succeeded', [there])).toMatchObject({ problem: undefined, asked: [] });
  expect(await statesOf(its.orderId)).toEqual(['succeeded']);
  expect(await giveBack(lost, 'succeeded', [])).toMatchObject({ problem: undefined, asked: [] });
  expect(await statesOf(lost.orderId)).toEqual(['failed', 'due']);
  expect((await giveBack(lost, 'succeeded')).asked).toHaveLength(1);
  expect([await stateOf(lost.orderId), await statesOf(lost.orderId)]).toEqual(['refunded', ['failed', 'succeeded']]);
});

test('money that somebody gave back at the provider is not given back again', async () => {
  const its = await owed();
  const theirs: Refund = {
    id: `re_by_hand_${its.intentId}`,
    status: 'succeeded',
    amount: toCents(its.amount),
    paymentId: null,
  };
  expect((await giveBack(its, 'wrong-state', [theirs])).problem).toBeUndefined();
  expect([await stateOf(its.orderId), await statesOf(its.orderId)]).toEqual(['refunded', ['failed', 'by_hand']]);
  expect(await mails(its.orderId)).toHaveLength(1);
});

test('a refusal is tried again as another, and handed to people after an hour or so', async () => {
  const its = await owed();
  const keys = new Set<string>();
  const dueIn = async () => {
    const id = (await rows(its.orderId)).at(-1)?.id;
    const [job] = await shop.sql`select run_at from job where key = ${`refund:${id}`}`;
    return (job?.run_at.getTime() - shop.context.clock().getTime()) / MINUTE;
  };
  for (let n = 0; n < 7; n += 1) {
    expect(await stateOf(its.orderId)).toBe('refund_due');
    if (n > 0) expect(await dueIn()).toBe(2 ** (n - 1));
    const { problem, asked } = await giveBack(its, 'refused');
    expect(problem).toBeUndefined();
    keys.add(asked[0]?.idempotencyKey ?? '');
  }
  expect([keys.size, await stateOf(its.orderId)]).toEqual([7, 'review']);
  expect(new Set(await statesOf(its.orderId))).toEqual(new Set(['failed']));
  const [counted] = await shop.sql`select refunded_cents as back from payment where order_id = ${its.orderId}`;
  expect(counted).toEqual({ back: 0 });
});

test('a refusal of what an admin of the provider is asked about waits for the review', async () => {
  const its = await owed();
  await shop.sql`update purchase set state = 'review', review_reason = 'dispute', review_no = 1, review_intent = ${its.intentId}
    where id = ${its.orderId}`;
  const { problem, asked } = await giveBack(its, 'succeeded');
  expect([typeof problem, asked]).toEqual(['object', []]);
  expect(await statesOf(its.orderId)).toEqual(['due']);
});

test('an answer to what has ended meanwhile changes nothing', async () => {
  const its = await owed();
  const refundId = (await rows(its.orderId)).at(-1)?.id as string;
  const refund: Payments['refund'] = async () => {
    await shop.sql`update refund set state = 'failed', ended_at = now() where id = ${refundId}`;
    await shop.sql`update payment set refunded_cents = 0 where order_id = ${its.orderId}`;
    return success({ id: 're_late', status: 'failed', amount: toCents(its.amount), paymentId: its.intentId });
  };
  const context = { ...shop.context, payments: { ...shop.context.payments, refund } };
  expect(await sendRefund(context, { orderId: its.orderId, refundId })).toBeUndefined();
  expect([await stateOf(its.orderId), await statesOf(its.orderId)]).toEqual(['refund_due', ['failed']]);
});

test('what people have decided about holds no refund back', async () => {
  const its = await owed();
  await shop.sql`update purchase set review_no = 1, review_intent = ${its.intentId} where id = ${its.orderId}`;
  const { problem, asked } = await giveBack(its, 'succeeded');
  expect([problem, asked.length, await statesOf(its.orderId)]).toEqual([undefined, 1, ['succeeded']]);
});

test('a message of the version before becomes a refund of what is left, once', async () => {
  const { orderId, intentId } = await owed();
  await shop.sql`delete from refund where purchase_id = ${orderId}`;
  await shop.sql`update payment set refunded_cents = 0 where order_id = ${orderId}`;
  const send = () =>
    paymentSenders.refund(
      shop.context,
      { orderId, intentId },
      { lastError: null, attempts: 3, key: `refund:${intentId}` },
    );
  expect([await send(), await send(), await statesOf(orderId)]).toEqual([undefined, undefined, ['due']]);
});

test('money of an order that is not there goes back as a whole, and is asked for until it does', async () => {
  const asked: NewRefund[] = [];
  const answers: Answer[] = ['refused', 'unreachable', 'wrong-state'];
  const refund: Payments['refund'] = async (wish) => {
    asked.push(wish);
    return failure({ code: (answers.shift() ?? 'refused') as 'refused', message: 'No' });
  };
  const context = { ...shop.context, payments: { ...shop.context.payments, refund } };
  const send = () =>
    paymentSenders.refund(
      context,
      { orderId: 'gone', intentId: 'pi_gone' },
      { lastError: null, attempts: 30, key: 'refund:pi_gone' },
    );
  expect([await send(), await send(), await send()]).toEqual(['refused', 'unreachable', undefined]);
  expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(['refund:pi_gone']));
});

test('while its payment is disputed, a refund that is refused waits for people at once', async () => {
  const its = await owed();
  await shop.sql`
    insert into order_review (order_id, no, intent_id, reason) values (${its.orderId}, 1, ${its.intentId}, 'dispute')`;
  await shop.sql`update purchase set review_no = 1 where id = ${its.orderId}`;
  expect((await giveBack(its, 'refused')).problem).toBeUndefined();
  expect([await stateOf(its.orderId), await statesOf(its.orderId)]).toEqual(['review', ['failed']]);
  expect(await reviewedFor(its.orderId)).toEqual({ why: 'dispute', no: 2 });
});

test.each([
  ['dispute', 'dispute', 1],
  ['amount', 'refund', 2],
] as const)(
  'one that is refused while a disputed payment is looked into for %s makes that about the %s',
  async (reason, why, no) => {
    const its = await owed();
    await giveBack(its, 'unreachable');
    await shop.sql`
      insert into order_review (order_id, no, intent_id, reason) values (${its.orderId}, 1, ${its.intentId}, 'dispute')`;
    await shop.sql`update purchase set state = 'review', review_reason = ${reason}, review_no = 1, review_intent = ${its.intentId}
      where id = ${its.orderId}`;
    expect((await giveBack(its, 'refused')).problem).toBeUndefined();
    expect([await statesOf(its.orderId), await reviewedFor(its.orderId)]).toEqual([['failed'], { why, no }]);
  },
);
