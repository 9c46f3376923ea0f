import { expect, it } from 'vitest';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';

it('opens a payment with what the official client promises its callers', async () => {
  const shop = await startStripeSandbox({ clock: () => new Date('2026-11-21T12:00:00.900Z') });
  const intent = await shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { order_id: 'o-1', attempt: '1' },
  });
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 5000,
    amount_received: 0,
    currency: 'usd',
    created: Date.UTC(2026, 10, 21, 12) / 1000,
    livemode: false,
    metadata: { order_id: 'o-1', attempt: '1' },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  });
  expect(intent.id).toMatch(/^pi_\w{24}$/);
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`));
  expect(intent.lastResponse).toMatchObject({ statusCode: 200, requestId: expect.stringMatching(/^req_/) });
});

it.each([
  [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: '-5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: '12.50', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
  [{ amount: '500' }, 'parameter_missing', 'currency'],
  [{ amount: '500', currency: 'eur' }, 'parameter_invalid_string', 'currency'],
  [
    { amount: '500', currency: 'usd', 'payment_method_types[]': 'card' },
    'payment_method_types_no_longer_supported',
    'payment_method_types',
  ],
  [
    {
      ...{ amount: '500', currency: 'usd', 'allowed_payment_method_types[]': 'card' },
      'automatic_payment_methods[enabled]': 'true',
    },
    'parameters_exclusive',
    'automatic_payment_methods',
  ],
  [
    { amount: '500', currency: 'usd', 'automatic_payment_methods[allow_redirects]': 'never' },
    'parameter_missing',
    'automatic_payment_methods[enabled]',
  ],
  [{ amount: '500', currency: 'usd', metadata: 'x' }, 'parameter_invalid_hash', 'metadata'],
  [{ amount: '500', currency: 'usd', '__proto__[x]': 'y' }, 'parameter_unknown', '__proto__'],
])('refuses %o: %s', async (fields, code, param) => {
  const shop = await startStripeSandbox();
  const refused = await shop.server('/v1/payment_intents', fields as Record<string, string>);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ type: 'invalid_request_error', code, param });
});

it('is confirmed with a return_url only, unless its methods never redirect', async () => {
  const shop = await startStripeSandbox();
  const byCard = { payment_method: 'pm_card_visa' };
  const confirm = (id: string, more = {}) => shop.stripe.paymentIntents.confirm(id, { ...byCard, ...more });
  const { id } = await shop.newPayment();
  const refusal = { type: 'StripeInvalidRequestError', message: expect.stringContaining('provide a `return_url`') };
  await expect(confirm(id)).rejects.toMatchObject({ ...refusal, payment_intent: { id, latest_charge: null } });
  await expect(confirm(id, { return_url: '/back' })).rejects.toMatchObject({ code: 'url_invalid' });
  expect((await confirm(id, { return_url: 'https://shop.test' })).status).toBe('succeeded');

  const open = await shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
  expect(open.automatic_payment_methods).toEqual({ allow_redirects: 'always', enabled: true });
  await expect(confirm(open.id)).rejects.toMatchObject(refusal);

  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' as const };
  const inPage = await shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd', automatic_payment_methods });
  expect(inPage).toMatchObject({ automatic_payment_methods, allowed_payment_method_types: null });
  expect((await confirm(inPage.id)).status).toBe('succeeded');
});

it('does not cancel what is paid, and tells that it is paid', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  await shop.pay(intent, '4242424242424242');

  await expect(shop.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    payment_intent: { id: intent.id, status: 'succeeded' },
  });
});

it.each(['4242424242424242', '4000002500003155'])('does not take %s for a cancelled payment', async (number) => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  expect(await shop.stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' });

  const refused = await shop.pay(intent, number);

  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'canceled',
    amount_received: 0,
  });
});

it('charges a payment once', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  await shop.pay(intent, '4242424242424242');
  const again = await shop.pay(intent, '5555555555554444');
  expect(again.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining('already succeeded'),
  });
  expect((await shop.stripe.events.list({ type: 'charge.succeeded' })).data).toHaveLength(1);
});

it.each(['4000002500003155', '4000000000003220'])('%s asks for 3-D Secure; passing it pays', async (number) => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();

  const waiting = await shop.pay(intent, number);
  expect([waiting.status, waiting.body.status]).toEqual([200, 'requires_action']);
  expect(waiting.body.next_action?.type).toBe('use_stripe_sdk');
  expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    amount_received: 0,
    latest_charge: null,
  });

  const passed = await shop.answerChallenge(intent, 'pass');
  expect([passed.status, passed.body.status]).toEqual([200, 'succeeded']);
  expect((await shop.answerChallenge(intent, 'fail')).body.error?.code).toBe('payment_intent_unexpected_state');
});

it('a failed challenge leaves the payment open for another card', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  await shop.pay(intent, '4000000000003220');

  const failed = await shop.answerChallenge(intent, 'fail');

  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  expect((await shop.pay(intent, '4242424242424242')).body.status).toBe('succeeded');
});

it('a passed challenge can still be declined by the bank', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  await shop.pay(intent, '4000008260003178');
  const declined = await shop.answerChallenge(intent, 'pass');
  expect(declined.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  });
});

it('a slow bank holds the payment in processing, which can be neither paid again nor cancelled', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  const slow = await shop.confirm(intent.id, 'pm_card_sandboxProcessing');
  expect(slow.status).toBe('processing');
  expect((await shop.pay(intent, '4242424242424242')).body.error?.code).toBe('payment_intent_unexpected_state');
  await expect(shop.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    payment_intent: { status: 'processing' },
  });

  await shop.server(`/v1/payment_intents/${intent.id}/sandbox_settle`, { outcome: 'pass' });
  expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 7140,
  });
});

it('lists payments, newest first, in pages', async () => {
  let now = Date.UTC(2026, 10, 21);
  const shop = await startStripeSandbox({ clock: () => new Date(now) });
  const made: string[] = [];
  for (let day = 0; day < 5; day++, now += 86_400_000) made.unshift((await shop.newPayment()).id);

  const first = await shop.stripe.paymentIntents.list({ limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
  const rest = await shop.stripe.paymentIntents.list({ limit: 3, starting_after: made[1] as string });
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([made.slice(2), false]);
  const since = await shop.stripe.paymentIntents.list({ created: { gte: Date.UTC(2026, 10, 24) / 1000 } });
  expect(since.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
});
