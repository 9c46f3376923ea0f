import { expect, test } from 'vitest';
import type { Cents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { NewRefund, PaymentFailure, Payments, Refund } from '#outside/payments/payments.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paymentSenders } from './payment-senders.ts';
import { settlePayment } from './settle-payment.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
const buyer = await shop.person();

type Answer = Refund['status'] | PaymentFailure<'not-found' | 'wrong-state' | 'refused' | 'unreachable'>['code'];
const PROBLEMS: readonly Answer[] = ['not-found', 'wrong-state', 'refused', 'unreachable'];

/** An order whose money came when it was cancelled, and must go back. */
async function owed() {
  const order = await ordered(shop, buyer, tool);
  const intent = await pay.retrieve((await begun(shop, buyer, order)).intentId);
  await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
  await settlePayment(shop.context, { ...intent, status: 'succeeded', amountReceived: intent.amount });
  expect(await stateOf(order.id)).toBe('refund_due');
  return { orderId: order.id, intentId: intent.id, key: `refund:${intent.id}` };
}
/** A try to give it back that the provider answers so. Answers why that did not do, and what the provider was asked. */
async function giveBack(its: { orderId: string; intentId: string; key: string }, attempt: number, answer: Answer) {
  const asked: NewRefund[] = [];
  const refund: Payments['refund'] = async (wish) => {
    asked.push(wish);
    if (PROBLEMS.includes(answer)) return failure({ code: answer as 'refused', message: 'No' });
    return success({ id: 're_1', status: answer as Refund['status'], amount: 1 as Cents });
  };
  const context = { ...shop.context, payments: { ...shop.context.payments, refund } };
  const { orderId, intentId, key } = its;
  return { problem: await paymentSenders.refund(context, { orderId, intentId }, { attempts: attempt, key }), asked };
}
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const deeds = (id: string) => shop.sql`
  select action, meta from audit where target = ${id} and action like '%.refunded' order by id`;
const mails = (id: string) => shop.sql`
  select kind, key, payload from job where payload ->> 'orderId' = ${id} and kind = 'mail.refunded' order by id`;

test('money is given back when the provider says so and not before, each try under a key of its own', async () => {
  const its = await owed();
  for (const [n, answer] of (['pending', 'failed', 'unreachable', 'not-found'] as const).entries()) {
    const { problem, asked } = await giveBack(its, n + 1, answer);
    expect(problem).toBe(answer);
    expect(asked).toEqual([
      { paymentIntentId: its.intentId, idempotencyKey: `${its.key}:${n + 1}`, reason: 'requested_by_customer' },
    ]);
    expect([await stateOf(its.orderId), await mails(its.orderId)]).toEqual(['refund_due', []]);
  }
  expect((await giveBack(its, 5, 'succeeded')).problem).toBeUndefined();
  expect(await stateOf(its.orderId)).toBe('refunded');
  expect([...(await deeds(its.orderId))]).toEqual([{ action: 'order.refunded', meta: { intent: its.intentId } }]);
  const { orderId, intentId } = its;
  const mail = { kind: 'mail.refunded', key: `mail.refunded:${intentId}`, payload: { orderId, intentId } };
  expect([...(await mails(orderId))]).toEqual([mail]);
});

test('money that has gone back counts as that once, whatever else asks for it', async () => {
  const its = await owed();
  expect((await giveBack(its, 1, 'wrong-state')).problem).toBeUndefined();
  expect((await giveBack({ ...its, key: `${its.key}:review-1` }, 1, 'wrong-state')).problem).toBeUndefined();
  expect([await deeds(its.orderId), await mails(its.orderId)]).toMatchObject([{ length: 1 }, { length: 1 }]);
});

test('only a refusal is handed to people, after an hour or so, and what does not answer never is', async () => {
  const its = await owed();
  expect((await giveBack(its, 11, 'refused')).problem).toBe('refused');
  expect((await giveBack(its, 12, 'unreachable')).problem).toBe('unreachable');
  expect(await stateOf(its.orderId)).toBe('refund_due');
  expect((await giveBack(its, 12, 'refused')).problem).toBeUndefined();
  expect(await stateOf(its.orderId)).toBe('review');
});

test('while no order is there that people could look at, the shop goes on trying', async () => {
  const { orderId, key } = await owed();
  expect((await giveBack({ orderId, intentId: 'pi_of_no_order', key }, 12, 'refused')).problem).toBe('refused');
});

test('a refusal that comes after another try has given the money back puts nothing aside', async () => {
  const its = await owed();
  expect((await giveBack(its, 13, 'succeeded')).problem).toBeUndefined();
  expect((await giveBack(its, 12, 'refused')).problem).toBeUndefined();
  expect(await stateOf(its.orderId)).toBe('refunded');
});
