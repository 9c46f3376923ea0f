import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#http/app.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure } from '#model/kernel/outcome.ts';
import { overtaken } from '../../../tests/harness/overtaken.ts';
import { begun, ordered, payments, unreachablePayments } from '../../../tests/harness/own-payments.ts';
import { ORIGIN, ownShop, SENDERS } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { workOutbox } from '../kernel/send-messages.ts';
import { beginPayment } from './begin-payment.ts';
import { expireHolds } from './expire-holds.ts';
import { sweepPayments } from './sweep-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
let buyer = await shop.person();
beforeEach(async () => {
  buyer = await shop.renewed(buyer);
});
const HOUR = 3_600_000;

const attempts = (id: string) =>
  shop.sql`select attempt, state, intent_id from payment where order_id = ${id} order by attempt`;
const press = (order: { id: string; amount: number }) =>
  shop.call('createPaymentIntent', { body: { price: order.amount, order_id: order.id } }, buyer);
const stateOf = async (id: string) =>
  (await shop.sql`select state, hold_quantity as held from orders where id = ${id}`)[0];

/** The shop with the provider out of reach, on the same database. */
const cutOff = { ...shop.context, payments: unreachablePayments() };

test('when nothing answers at the provider Pay says so, and the next press takes the same attempt up', async () => {
  const order = await ordered(shop, buyer, tool);
  const app = createApp({ context: cutOff, publicOrigin: ORIGIN, shopName: 'Toolyard' });
  const answer = await app.request(`${ORIGIN}/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` },
    body: JSON.stringify({ price: order.amount, order_id: order.id }),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await answer.json()).code).toBe('provider_unavailable');
  expect(await attempts(order.id)).toMatchObject([{ attempt: 1, state: 'creating', intent_id: null }]);

  const { clientSecret, intentId } = await begun(shop, buyer, order);
  expect(await attempts(order.id)).toMatchObject([{ attempt: 1, state: 'open', intent_id: intentId }]);
  const [key] = await shop.sql`select idempotency_key as its from payment where order_id = ${order.id}`;
  expect(key?.its).toBe(`pi:${order.id}:1`);
  await pay.confirm(clientSecret);
  const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
  expect((await shop.call('confirmPayment', confirm, buyer)).status).toBe(200);
});

test('two presses of Pay at once get the same payment, also when the provider will not hear the second one', async () => {
  const order = await ordered(shop, buyer, tool);
  let first: { clientSecret: string } | undefined;
  const context = {
    ...shop.context,
    payments: {
      ...shop.context.payments,
      create: async () => {
        first = await begun(shop, buyer, order);
        const answer = { providerCode: 'idempotency_key_in_use', requestId: 'req_1' };
        return failure({ code: 'unreachable', message: 'The key is in use', ...answer } as const);
      },
    },
  };
  const second = await beginPayment(context, buyer.id, { price: order.amount, orderId: order.id as OrderId });
  expect(second).toEqual({ ok: true, value: { clientSecret: first?.clientSecret } });
  expect(await pay.ofOrder(order.id)).toHaveLength(1);
});

test('an order that is cancelled while Pay asks for its payment can no longer be paid, and that is said', async () => {
  const order = await ordered(shop, buyer, tool);
  const { payments } = shop.context;
  const create: typeof payments.create = async (asked) => {
    const made = await payments.create(asked);
    expect((await shop.call('cancelOrder', { params: { id: order.id } }, buyer)).status).toBe(200);
    const closed = made.ok ? await payments.close(made.value.id) : made;
    return closed.ok ? closed : made;
  };
  const context = { ...shop.context, payments: { ...payments, create } };
  const pressed = await beginPayment(context, buyer.id, { price: order.amount, orderId: order.id as OrderId });
  expect(pressed).toMatchObject({ ok: false, failure: { code: 'not_payable' } });
});

/** Presses Pay while something happens between the shop's question for a payment and the answer to it. */
async function pressWhile(order: { id: string; amount: number }, happens: () => Promise<unknown>) {
  const { payments } = shop.context;
  const create: typeof payments.create = async (asked) => {
    const made = await payments.create(asked);
    await happens();
    return made;
  };
  const context = { ...shop.context, payments: { ...payments, create } };
  return beginPayment(context, buyer.id, { price: order.amount, orderId: order.id as OrderId });
}
const unanswered = 'The card payment provider does not answer. Nothing was charged; try again in a moment.';

test.each([
  ['is cancelled', (id: string) => shop.call('cancelOrder', { params: { id } }, buyer)],
  [
    'loses its hold',
    async (id: string) => {
      await shop.sql`update purchase set hold_until = ${shop.context.clock().toISOString()}::timestamptz - interval '1 s'
                      where id = ${id}`;
      await expireHolds(shop.context);
    },
  ],
  ['is put aside', (id: string) => setState(shop.sql, id, 'review')],
] as const)('the secret of a payment does not leave the shop when its order %s meanwhile', async (_what, happens) => {
  const order = await ordered(shop, buyer, tool);
  const pressed = await pressWhile(order, () => happens(order.id));
  expect(pressed).toMatchObject({ ok: false, failure: { code: 'not_payable' } });
  expect(await attempts(order.id)).toMatchObject([{ intent_id: null }]);
});

test('while another press of Pay has the attempt in hand and no payment yet, that attempt goes on', async () => {
  const order = await ordered(shop, buyer, tool);
  const answer = { code: 'unreachable', message: 'In use', providerCode: 'idempotency_key_in_use', requestId: 'req_1' };
  const payments = { ...shop.context.payments, create: async () => failure(answer as never) };
  const its = { price: order.amount, orderId: order.id as OrderId };
  expect(await beginPayment({ ...shop.context, payments }, buyer.id, its)).toEqual(
    failure({ code: 'provider_unavailable' }),
  );
  expect(await attempts(order.id)).toMatchObject([{ attempt: 1, state: 'creating', intent_id: null }]);
});

test('a payment that cannot be looked up stays as it is, and the next press of Pay gets it', async () => {
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  shop.setTrouble(({ method }) => (method === 'GET' ? 'fail-before' : 'none'));
  onTestFinished(() => shop.setTrouble(() => 'none'));
  expect((await press(order)).body).toMatchObject({ code: 'provider_unavailable', detail: unanswered });
  shop.setTrouble(() => 'none');
  expect(await attempts(order.id)).toMatchObject([{ state: 'open', intent_id: first.intentId }]);
  expect(await begun(shop, buyer, order)).toEqual(first);
});

test('beside a payment that counts as made no other is begun', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret } = await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'succeeded' where order_id = ${order.id}`;
  await pay.confirm(clientSecret);
  const said = { code: 'already_paid', detail: 'This order is already paid.' };
  expect((await press(order)).body).toMatchObject(said);
  expect(await stateOf(order.id)).toMatchObject({ state: 'paid' });
  expect(await pay.ofOrder(order.id)).toHaveLength(1);
});

test.each([
  ['paid', 'already_paid'],
  ['shipped', 'already_paid'],
  ['expiring', 'hold_ending'],
  ['review', 'not_payable'],
] as const)('Pay that waits for its order, which is %s then, is answered %s and opens nothing', async (state, code) => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  expect((await overtaken(shop, order.id, () => press(order), state)).body.code).toBe(code);
  expect(await attempts(order.id)).toMatchObject([{ state: 'cancelled' }]);
});

test.each(['fail-before', 'fail-after'] as const)(
  'an error that the provider keeps for the key (%s) ends the attempt; the next press begins another',
  async (trouble) => {
    const order = await ordered(shop, buyer, tool);
    shop.setTrouble(({ method, path }) => (method === 'POST' && path === '/v1/payment_intents' ? trouble : 'none'));
    onTestFinished(() => shop.setTrouble(() => 'none'));
    expect((await press(order)).body.code).toBe('provider_unavailable');
    shop.setTrouble(() => 'none');
    const { intentId } = await begun(shop, buyer, order);
    expect(await attempts(order.id)).toMatchObject([
      { attempt: 1, state: 'cancelled', intent_id: null },
      { attempt: 2, state: 'open', intent_id: intentId },
    ]);
  },
);

test('a payment that is written down is not created again, even when the provider has forgotten the key', async () => {
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await shop.sql`update payment set idempotency_key = 'forgotten' where order_id = ${order.id}`;
  expect(await begun(shop, buyer, order)).toEqual(first);
  expect(await pay.ofOrder(order.id)).toHaveLength(1);
});

test('a confirmation that cannot be looked up is accepted for later, and the sweep finds it', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret);
  shop.setTrouble(({ method }) => (method === 'GET' ? 'fail-before' : 'none'));
  onTestFinished(() => shop.setTrouble(() => 'none'));
  const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
  const answer = await shop.call('confirmPayment', confirm, buyer);
  expect([answer.status, answer.body]).toEqual([202, { acknowledged: false, paid: false, payable: false }]);
  shop.passTime(60_000);
  await sweepPayments(shop.context);
  expect(await stateOf(order.id)).toMatchObject({ state: 'unpaid' });
  shop.setTrouble(() => 'none');
  expect(await sweepPayments(shop.context)).toBe(0);
  shop.passTime(60_000);
  await sweepPayments(shop.context);
  expect(await stateOf(order.id)).toMatchObject({ state: 'paid' });
});

test('a payment that the provider does not know any more is closed, and the next press begins another', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set intent_id = 'pi_of_an_earlier_account' where order_id = ${order.id}`;
  expect((await press(order)).body.code).toBe('provider_unavailable');
  await begun(shop, buyer, order);
  expect(await attempts(order.id)).toMatchObject([{ state: 'cancelled' }, { state: 'open' }]);
});

test('a payment that was cancelled at the provider is closed, and the next press begins another', async () => {
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await pay.cancel(first.intentId);
  expect((await press(order)).body.code).toBe('provider_unavailable');
  expect((await begun(shop, buyer, order)).intentId).not.toBe(first.intentId);
});

test('a hold whose payment the provider does not know is still given back', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set intent_id = 'pi_of_an_account_before' where order_id = ${order.id}`;
  shop.passTime(2 * HOUR);
  await shop.work();
  expect(await stateOf(order.id)).toEqual({ state: 'unpaid', held: 0 });
});

test('the outbox tries again until the provider answers, and sends once', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  shop.setTrouble(({ path }) => (path.endsWith('/cancel') ? 'fail-before' : 'none'));
  onTestFinished(() => shop.setTrouble(() => 'none'));
  shop.passTime(2 * HOUR);
  await shop.work();
  expect(await stateOf(order.id)).toMatchObject({ state: 'expiring', held: 5 });
  buyer = await shop.renewed(buyer);
  const detail = 'Its last payment is still being closed. Nothing was charged. Pay again in a minute.';
  expect(await press(order)).toMatchObject({ status: 409, body: { code: 'hold_ending', detail } });
  expect(await workOutbox(shop.context, SENDERS)).toBe(0);
  shop.setTrouble(() => 'none');
  shop.passTime(60_000);
  await shop.work();
  expect(await stateOf(order.id)).toEqual({ state: 'unpaid', held: 0 });
  expect((await pay.retrieve(intentId)).status).toBe('closed');
});

test('one message that cannot leave does not keep those behind it waiting, nor does one event', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  await shop.sql`insert into job (queue, kind, key, payload, run_at) values ('outbox', 'allocate', 'poison', '{"toolId": "none"}', now() - interval '1 day')`;
  shop.passTime(2 * HOUR);
  await shop.work();
  expect(await stateOf(order.id)).toEqual({ state: 'unpaid', held: 0 });
  expect((await pay.retrieve(intentId)).status).toBe('closed');
  const [poison] = await shop.sql`select attempts, done_at, last_error from job where key = 'poison'`;
  expect(poison).toMatchObject({ done_at: null, last_error: 'failed' });
  await shop.sql`delete from job where key = 'poison'`;
});
