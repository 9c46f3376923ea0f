import Stripe from 'stripe';
import { createStripeSandbox, type StripeSandboxOptions } from '#sandbox/stripe/stripe-sandbox.ts';
import { onOwnPort } from './own-port.ts';

export const SECRET_KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
export const PUBLISHABLE_KEY = 'pk_test_TYooMQauvdEDq54NiTphI7jx';

const RETURN_URL = 'http://localhost:3000';

type Answer = { status: number; headers: Headers; body: Stripe.PaymentIntent & { error?: Stripe.StripeRawError } };

/**
 * A sandbox on a port of its own, the official client for the server's side of the talk, and `browser` for what a
 * page does: plain forms with the publishable key. It is closed, and must have logged no error, when the test ends.
 */
export async function startStripeSandbox(options: Partial<StripeSandboxOptions> = {}) {
  const { sandbox, close, host, port, origin } = await onOwnPort((log) =>
    createStripeSandbox({ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, store: ':memory:', log, ...options }),
  );
  const stripe = new Stripe(SECRET_KEY, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });

  async function send(
    key: string,
    path: string,
    fields?: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${key}`, origin: 'http://localhost:3000', ...headers },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() } as Answer;
  }

  return {
    sandbox,
    origin,
    stripe,
    close,
    server: send.bind(undefined, SECRET_KEY),
    browser: send.bind(undefined, PUBLISHABLE_KEY),
    /** The official client's payment of $71.40, ready to be paid. */
    newPayment: () =>
      stripe.paymentIntents.create({ amount: 7140, currency: 'usd', allowed_payment_method_types: ['card'] }),
    /** Confirms by the official client, with a card that has a name. */
    confirm: (id: string, payment_method: string, options?: Stripe.RequestOptions) =>
      stripe.paymentIntents.confirm(id, { payment_method, return_url: RETURN_URL }, options),
    /** Pays as the card form of a page does. */
    pay: (intent: Stripe.PaymentIntent, number: string, card: Partial<typeof goodCard> = {}) =>
      send(PUBLISHABLE_KEY, `/v1/payment_intents/${intent.id}/confirm`, {
        client_secret: intent.client_secret ?? '',
        return_url: RETURN_URL,
        ...cardFields('payment_method_data', number, card),
      }),
    answerChallenge: (intent: Stripe.PaymentIntent, outcome: string) =>
      send(PUBLISHABLE_KEY, `/v1/payment_intents/${intent.id}/sandbox_authenticate`, {
        client_secret: intent.client_secret ?? '',
        outcome,
      }),
  };
}

const goodCard = { exp_month: '12', exp_year: '2034', cvc: '123' };

const cardFields = (prefix: string, number: string, card: Partial<typeof goodCard>) => ({
  [`${prefix}[type]`]: 'card',
  ...Object.fromEntries(
    Object.entries({ number, ...goodCard, ...card }).map(([name, value]) => [`${prefix}[card][${name}]`, value]),
  ),
});
