import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { SECRET_KEY, startStripeSandbox } from '../../../tests/harness/stripe-sandbox.ts';
import { createStripe } from './stripe.ts';

const order = {
  ...{ orderId: 'o-1', attempt: 1, invoice: 'o-1', amount: toCents(499_800) },
  ...{ idempotencyKey: 'pi:o-1:1', returnTo: '' },
};

it('opens a payment, once for a key', async () => {
  const { payments } = await startPayments();
  const intent = valueIn(await payments.create(order));
  expect(intent).toMatchObject({
    id: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringContaining('_secret_'),
    status: 'awaiting_buyer',
    amount: 499_800,
    amountReceived: 0,
    currency: 'usd',
    metadata: { order_id: 'o-1', attempt: '1', app: 'toolyard' },
    livemode: false,
  });
  expect(valueIn(await payments.create(order))).toEqual(intent);
  expect(valueIn(await payments.listPayments({})).items).toHaveLength(1);
});

it('refuses an amount that nobody can pay, and a key used for something else', async () => {
  const { payments } = await startPayments();
  expect(await payments.create({ ...order, amount: toCents(49) })).toMatchObject({
    ok: false,
    failure: { code: 'refused', providerCode: 'amount_too_small', requestId: expect.stringMatching(/^req_/) },
  });
  await payments.create({ ...order, idempotencyKey: 'used' });
  expect(await payments.create({ ...order, orderId: 'o-2', idempotencyKey: 'used' })).toMatchObject({
    failure: { code: 'refused' },
  });
});

it('sees what became of a payment', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));

  await expect(pay(id, 'pm_card_chargeDeclinedInsufficientFunds')).rejects.toThrow('insufficient funds');
  expect(valueIn(await payments.look(id))).toMatchObject({ status: 'awaiting_buyer' });

  await pay(id, 'pm_card_visa');
  const paid = valueIn(await payments.look(id));
  expect(paid).toMatchObject({ status: 'captured', amountReceived: 499_800 });
});

it.each(['pi_none', '../events', 'pi_1?x=1', 'seti_1', '', `pi_${'x'.repeat(10_000)}`])(
  'finds no payment called %s',
  async (id) => {
    const { payments } = await startPayments();
    expect(await payments.look(id)).toMatchObject({ failure: { code: 'not-found' } });
    expect(await payments.close(id)).toMatchObject({ failure: { code: 'not-found' } });
    expect(await payments.refund({ paymentId: id, idempotencyKey: 'r' })).toMatchObject({
      failure: { code: 'not-found' },
    });
  },
);

it('cancels a payment, and once more', async () => {
  const { payments } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  expect(valueIn(await payments.close(id)).status).toBe('closed');
  expect(valueIn(await payments.close(id)).status).toBe('closed');
});

it('does not cancel a paid payment, and brings it along', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  await pay(id, 'pm_card_visa');
  expect(await payments.close(id)).toMatchObject({
    ok: false,
    failure: { code: 'wrong-state', payment: { id, status: 'captured', amountReceived: 499_800 } },
  });
});

it('gives a payment back, once for a key', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  const refund = { paymentId: id, idempotencyKey: `refund:${id}` };

  expect(await payments.refund({ ...refund, idempotencyKey: 'early' })).toMatchObject({
    failure: { code: 'wrong-state' },
  });
  await pay(id, 'pm_card_visa');
  const given = valueIn(await payments.refund(refund));
  expect(given).toMatchObject({ status: 'succeeded', amount: 499_800 });
  expect(valueIn(await payments.refund(refund))).toEqual(given);
  expect(await payments.refund({ ...refund, idempotencyKey: 'again' })).toMatchObject({
    failure: { code: 'wrong-state', providerCode: 'charge_already_refunded' },
  });
  expect(valueIn(await payments.listRefunds(id))).toEqual([given]);
});

it('tells a refund that failed from the one that went through, newest first', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  expect(valueIn(await payments.listRefunds(id))).toEqual([]);
  await pay(id, 'pm_card_sandboxRefundFailsOnce');
  for (const idempotencyKey of ['one', 'two']) valueIn(await payments.refund({ paymentId: id, idempotencyKey }));
  const refunds = valueIn(await payments.listRefunds(id));
  expect(refunds.map(({ status, amount }) => [status, amount])).toEqual([
    ['succeeded', 499_800],
    ['failed', 499_800],
  ]);
});

it('takes no refusal to give disputed money back for money that has gone back', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  await pay(id, 'pm_card_createDispute');
  expect(await payments.refund({ paymentId: id, idempotencyKey: 'r' })).toMatchObject({
    failure: { code: 'refused', providerCode: 'charge_disputed' },
  });
});

it('pages through events and says which payment each is about', async () => {
  const { payments, pay } = await startPayments();
  const { id } = valueIn(await payments.create(order));
  await pay(id, 'pm_card_visa');
  await payments.refund({ paymentId: id, idempotencyKey: 'r' });

  const first = valueIn(await payments.listEvents({ since: new Date(0), limit: 3 }));
  expect(first.hasMore).toBe(true);
  const rest = valueIn(await payments.listEvents({ startingAfter: first.items.at(-1)?.id ?? '' }));
  expect(rest.hasMore).toBe(false);
  const all = [...first.items, ...rest.items];
  expect(all.map(({ type }) => type)).toEqual([
    'charge.refunded',
    'refund.created',
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ]);
  expect(all.map(({ paymentId }) => paymentId)).toEqual(Array(5).fill(id));

  const succeeded = valueIn(await payments.listEvents({ types: ['payment_intent.succeeded'] }));
  expect(succeeded.items).toHaveLength(1);
  const later = new Date(Date.now() + 60_000);
  expect(valueIn(await payments.listEvents({ since: later })).items).toEqual([]);
  expect(valueIn(await payments.listPayments({ since: later })).items).toEqual([]);
});

it('a wrong key is refused', async () => {
  const { origin } = await startStripeSandbox();
  const payments = createStripe({ secretKey: 'sk_test_wrong', apiBase: origin });
  expect(await payments.listEvents({})).toMatchObject({ failure: { code: 'refused' } });
});

it('a server that is not there leaves the outcome unknown', async () => {
  const { origin, close } = await startStripeSandbox();
  await close();
  const payments = createStripe({ secretKey: SECRET_KEY, apiBase: origin, timeoutMs: 200 });
  expect(await payments.create(order)).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
}, 15_000);

it.each([
  ['500', (_, response) => response.writeHead(500).end('{"error":{"type":"api_error","message":"no"}}')],
  ['503 in HTML', (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Busy</h1>')],
  [
    '409',
    (_, response) => response.writeHead(409).end('{"error":{"type":"invalid_request_error","message":"in use"}}'),
  ],
  ['429', (_, response) => response.writeHead(429).end('{"error":{"type":"invalid_request_error","message":"slow"}}')],
  ['half an answer', (_, response) => response.writeHead(200, { 'content-length': '500' }).end('{"id":"pi_')],
  ['silence', () => {}],
] satisfies [string, RequestListener][])(
  'an answer of %s leaves the outcome unknown',
  async (_, listener) => {
    const payments = createStripe({ secretKey: SECRET_KEY, apiBase: await startServer(listener), timeoutMs: 100 });
    expect(await payments.close('pi_1')).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  },
  15_000,
);

it('repeats a call that got no answer with the same key, at most twice', async () => {
  const keys: unknown[] = [];
  const apiBase = await startServer((request) => {
    keys.push(request.headers['idempotency-key']);
    request.socket.destroy();
  });
  await createStripe({ secretKey: SECRET_KEY, apiBase }).create(order);
  expect(keys).toEqual(Array(3).fill('pi:o-1:1'));
}, 15_000);

it('takes a refund that waits for its buyer for one that is pending', async () => {
  const refund = { id: 're_1', status: 'requires_action', amount: 100, payment_intent: 'pi_1' };
  const apiBase = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(refund)),
  );
  const payments = createStripe({ secretKey: SECRET_KEY, apiBase });
  expect(valueIn(await payments.refund({ paymentId: 'pi_1', idempotencyKey: 'r' })).status).toBe('pending');
});

async function startPayments() {
  const { origin, confirm } = await startStripeSandbox();
  return {
    payments: createStripe({ secretKey: SECRET_KEY, apiBase: origin }),
    pay: confirm,
  };
}

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function valueIn<T>(outcome: Outcome<T, unknown>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}
