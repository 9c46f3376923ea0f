import { describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY, startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';

describe('the publishable key, which stands in every page', () => {
  it.each([
    ['/v1/payment_intents', undefined],
    ['/v1/payment_intents', { amount: '500', currency: 'usd' }],
    ['/v1/payment_intents/pi_1/cancel', {}],
    ['/v1/payment_intents/pi_1/sandbox_settle', { outcome: 'pass' }],
    ['/v1/payment_methods/pm_card_visa', undefined],
    ['/v1/charges/ch_1', undefined],
    ['/v1/refunds', { payment_intent: 'pi_1' }],
    ['/v1/refunds', undefined],
    ['/v1/events', undefined],
    ['/v1/events/evt_1', undefined],
  ])('may not call %s with %o', async (path, fields) => {
    const shop = await startStripeSandbox();
    const refused = await shop.browser(path, fields as Record<string, string> | undefined);
    expect(refused.status).toBe(403);
    expect(refused.body.error?.code).toBe('secret_key_required');
  });

  it('reads and pays only with the payment’s own client secret', async () => {
    const shop = await startStripeSandbox();
    const [mine, other] = [await shop.newPayment(), await shop.newPayment()];
    const path = `/v1/payment_intents/${mine.id}`;

    const bare = await shop.browser(path);
    expect([bare.status, bare.body.error?.param]).toEqual([400, 'client_secret']);
    const foreign = await shop.browser(`${path}?client_secret=${other.client_secret}`);
    expect(foreign.body.error?.code).toBe('payment_intent_invalid_parameter');
    const paid = await shop.pay({ ...mine, client_secret: other.client_secret }, '4242424242424242');
    expect(paid.body.error?.code).toBe('payment_intent_invalid_parameter');
    const passed = await shop.answerChallenge({ ...mine, client_secret: other.client_secret }, 'pass');
    expect(passed.body.error?.code).toBe('payment_intent_invalid_parameter');
    expect((await shop.stripe.paymentIntents.retrieve(mine.id)).status).toBe('requires_payment_method');
  });

  it('sees no metadata, neither in an answer nor in an error', async () => {
    const shop = await startStripeSandbox();
    const intent = await shop.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      metadata: { order_id: 'private-7' },
    });
    const seen = await shop.browser(`/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`);
    expect(seen.body).toMatchObject({ id: intent.id, status: 'requires_payment_method', amount: 500 });
    const declined = await shop.pay(intent, '4000000000000002');
    expect(declined.body.error?.payment_intent?.id).toBe(intent.id);
    expect(JSON.stringify([seen.body, declined.body])).not.toContain('private-7');
  });
});

it('answers a page of another origin, preflight included', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  const preflight = await fetch(`${shop.origin}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i);
  const declined = await shop.pay(intent, '4000000000000002');
  expect(declined.headers.get('access-control-allow-origin')).toBe('*');
});

it.each([
  [{}, 'You did not provide an API key.'],
  [{ authorization: 'Bearer sk_test_someoneElse' }, 'Invalid API Key provided: sk_test_********'],
])('lets nobody in with %o', async (headers, message) => {
  const shop = await startStripeSandbox();
  const response = await fetch(`${shop.origin}/v1/events`, { headers });
  expect(response.status).toBe(401);
  expect((await response.json()).error.message).toContain(message);
});

it('takes the key as the name of basic authentication too', async () => {
  const shop = await startStripeSandbox();
  const authorization = `Basic ${Buffer.from(`${PUBLISHABLE_KEY}:`).toString('base64')}`;
  expect((await fetch(`${shop.origin}/v1/events`, { headers: { authorization } })).status).toBe(403);
});

it('knows what it does not speak', async () => {
  const shop = await startStripeSandbox();
  await expect(shop.stripe.customers.create({})).rejects.toMatchObject({
    statusCode: 404,
    message: 'Unrecognized request URL (POST: /v1/customers).',
  });
  await expect(shop.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  });
});
