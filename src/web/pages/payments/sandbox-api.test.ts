import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStripeSandbox, type StripeSandbox, type Trouble } from '#sandbox/stripe/stripe-sandbox.ts';
import { sandboxConfirm } from './sandbox-api.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let sandbox: StripeSandbox;
let stripe: Stripe;
let trouble: (path: string) => Trouble | 'cut-off';

beforeEach(() => {
  trouble = () => 'none';
  sandbox = createStripeSandbox({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    store: ':memory:',
    log: silent,
    trouble: ({ path }) => {
      const kind = trouble(path);
      return kind === 'cut-off' ? 'none' : kind;
    },
  });
  stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(async (input: string | URL | Request, init?: RequestInit) =>
      sandbox.fetch(new Request(input, init)),
    ),
  });
});

afterEach(() => sandbox.close());

test('a good card pays', async () => {
  const { id, confirm } = await payment('4242424242424242');
  expect(await confirm()).toEqual({ status: 'succeeded', transactionId: id });
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('a declined card answers in the words of the provider, and the same payment can be tried again', async () => {
  const { id, secret, confirm } = await payment('4000000000009995');
  expect(await confirm()).toEqual({ status: 'failed', message: 'Your card has insufficient funds.' });
  expect(await confirmWith('4242424242424242')(secret)).toEqual({ status: 'succeeded', transactionId: id });
});

test('a card that is no card is refused before anything is charged', async () => {
  const { id, confirm } = await payment('4242424242424241');
  expect(await confirm()).toEqual({ status: 'failed', message: 'Your card number is incorrect.' });
  expect((await stripe.paymentIntents.retrieve(id)).last_payment_error).toBeNull();
});

test('3-D Secure that is passed pays, and one that is failed does not', async () => {
  const passed = await payment('4000002500003155', 'pass');
  expect(await passed.confirm()).toEqual({ status: 'succeeded', transactionId: passed.id });
  const failed = await payment('4000002500003155', 'fail');
  expect(await failed.confirm()).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^Your bank did not approve/),
  });
});

test('a payment that went through before is found out, not charged again', async () => {
  const { id, secret, confirm } = await payment('4242424242424242');
  await confirm();
  expect(await confirmWith('4242424242424242')(secret)).toEqual({ status: 'succeeded', transactionId: id });
});

test('what is wrong with the call is said in our words, not as a refusal of the card', async () => {
  const confirm = confirmWith('4242424242424242');
  const message = expect.stringMatching(/provider did not take .* Nothing was charged/);
  expect(await confirm('pi_unknown_secret_1')).toEqual({ status: 'failed', message });
});

test('a payment that was closed at the end of its hold says so, not what the provider says of its states', async () => {
  const { id, secret } = await payment('4000002500003155');
  const confirm = confirmWith('4000002500003155', 'pass', () => stripe.paymentIntents.cancel(id));
  expect(await confirm(secret)).toEqual({ status: 'closed' });
});

test('when the answer to a charge is lost, the provider is asked what came of it', async () => {
  const { id, confirm } = await payment('4242424242424242');
  trouble = (path) => (path.endsWith('/confirm') ? 'cut-off' : 'none');
  expect(await confirm()).toEqual({ status: 'succeeded', transactionId: id });
});

test('when nobody answers after a charge, the payment counts as under way, never as failed', async () => {
  const { id, confirm } = await payment('4242424242424242');
  trouble = (path) => (path.includes('payment_intents') ? 'cut-off' : 'none');
  expect(await confirm()).toEqual({ status: 'processing', transactionId: id });
});

test('an error of the provider itself after a charge counts as under way', async () => {
  const { id, confirm } = await payment('4242424242424242');
  trouble = (path) => (path.endsWith('/confirm') ? 'fail-before' : 'none');
  expect(await confirm()).toEqual({ status: 'processing', transactionId: id });
});

test('when the provider cannot be reached before the charge, nothing was charged', async () => {
  const { confirm } = await payment('4242424242424242');
  trouble = () => 'cut-off';
  expect(await confirm()).toMatchObject({ status: 'failed', message: /Nothing was charged/ });
});

async function payment(number: string, outcome?: 'pass' | 'fail') {
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 8400,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const secret = String(client_secret);
  return { id, secret, confirm: () => confirmWith(number, outcome)(secret) };
}

function confirmWith(number: string, outcome: 'pass' | 'fail' = 'fail', meanwhile: () => unknown = () => {}) {
  const card = {
    number,
    month: 12,
    year: new Date().getFullYear() + 1,
    code: '314',
    name: 'Dana',
    email: 'd@example.com',
  };
  return sandboxConfirm(card, {
    apiBase: 'http://sandbox.test',
    publishableKey: 'pk_test_1',
    returnUrl: 'http://shop.test',
    challenge: async () => {
      await meanwhile();
      return outcome;
    },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const answer = await sandbox.fetch(request);
      if (trouble(new URL(request.url).pathname) === 'cut-off') throw new TypeError('Failed to fetch');
      return answer;
    },
  });
}
