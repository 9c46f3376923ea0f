import Stripe from 'stripe';
import { joinProviders } from '#outside/payments/payments.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { createStripe } from '#outside/payments/stripe.ts';
import { ORIGIN, type Person, SANDBOX, type TestShop, WEBHOOK_SECRET } from './own-shop.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000002760003184',
} as const;

/** An order of this person, placed by the call. Answers its id and what it costs in dollars. */
export async function ordered(
  shop: TestShop,
  buyer: Person,
  tool: { id: string; price: number; minQuantity: number },
  quantity = tool.minQuantity,
): Promise<{ id: string; amount: number }> {
  const body = { phone: '5550142200', address: '1 Main Street', quantity, tools_price: tool.price, tools_id: tool.id };
  const placed = await shop.call('placeOrder', { body }, buyer);
  if (placed.status !== 200) throw new Error(`Not placed: ${JSON.stringify(placed.body)}`);
  const order = await shop.call('getOrder', { params: { id: placed.body.insertedId } }, buyer);
  return { id: order.body._id, amount: order.body.amount };
}

/** Presses Pay: what the provider's payment is called, and the secret that the page gets. */
export async function begun(shop: TestShop, buyer: Person, order: { id: string; amount: number }) {
  const body = { price: order.amount, order_id: order.id };
  const begin = await shop.call('createPaymentIntent', { body }, buyer);
  if (begin.status !== 200) throw new Error(`Not begun: ${JSON.stringify(begin.body)}`);
  const clientSecret = begin.body.clientSecret as string;
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

/** Pays an order with a good card, as the payment page does. */
export async function paid(shop: TestShop, buyer: Person, order: { id: string; amount: number }): Promise<void> {
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await payments(shop).confirm(clientSecret);
  const body = { order_id: order.id, transactionId: intentId };
  const answer = await shop.call('confirmPayment', { params: { id: order.id }, body }, buyer);
  if (answer.status !== 200) throw new Error(`Not paid: ${JSON.stringify(answer.body)}`);
}

/** The browser's and the provider's part of a payment. */
export function payments(shop: TestShop) {
  const ask = async (key: string, path: string, fields?: Record<string, string>) => {
    const response = await shop.sandbox.fetch(
      new Request(`${shop.sandboxAddress}${path}`, {
        headers: { authorization: `Bearer ${key}` },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };

  const confirmBy = (clientSecret: string, payment_method: string) =>
    ask(SANDBOX.publishableKey, `/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      client_secret: clientSecret,
      return_url: shop.sandboxAddress,
      payment_method,
    });

  return {
    /** Confirms a payment as the card form does. */
    confirm: (clientSecret: string, number: string = CARDS.good) =>
      ask(SANDBOX.publishableKey, `/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
        client_secret: clientSecret,
        return_url: shop.sandboxAddress,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      }),

    /** Confirms with a card that the provider has a name for. */
    confirmBy,

    /** Confirms with a card whose payment stays in process until `settle`. */
    confirmSlowly: (clientSecret: string) => confirmBy(clientSecret, 'pm_card_sandboxProcessing'),

    settle: (intentId: string, outcome: 'pass' | 'fail') =>
      ask(SANDBOX.secretKey, `/v1/payment_intents/${intentId}/sandbox_settle`, { outcome }),

    answerChallenge: (clientSecret: string, outcome: 'pass' | 'fail') =>
      ask(SANDBOX.publishableKey, `/v1/payment_intents/${clientSecret.split('_secret_')[0]}/sandbox_authenticate`, {
        client_secret: clientSecret,
        outcome,
      }),

    /** A payment that the shop knows nothing of. */
    foreign: (fields: Record<string, string> = {}) =>
      ask(SANDBOX.secretKey, '/v1/payment_intents', { amount: '7140', currency: 'usd', ...fields }),

    cancel: (intentId: string) => ask(SANDBOX.secretKey, `/v1/payment_intents/${intentId}/cancel`, {}),

    retrieve: async (intentId: string): Promise<ProviderPayment> => {
      const found = await shop.context.payments.look(intentId);
      if (!found.ok) throw new Error(found.failure.message);
      return found.value;
    },

    /** All payments at the provider whose metadata names this order. */
    ofOrder: async (orderId: string) =>
      (await ask(SANDBOX.secretKey, '/v1/payment_intents?limit=100')).body.data.filter(
        (intent: { metadata: { order_id?: string } }) => intent.metadata.order_id === orderId,
      ),

    refunds: async (intentId: string) =>
      (await ask(SANDBOX.secretKey, `/v1/refunds?payment_intent=${intentId}`)).body.data as { amount: number }[],

    /** The provider's events about a payment, oldest first. */
    events: async (intentId: string): Promise<Stripe.Event[]> =>
      (await ask(SANDBOX.secretKey, '/v1/events?limit=100')).body.data
        .filter(({ data: { object } }: { data: { object: { id?: string; payment_intent?: string } } }) =>
          [object.id, object.payment_intent].includes(intentId),
        )
        .reverse(),

    /** Posts a signed event to the shop, as the provider does. */
    deliver: async (
      event: object,
      its: { secret?: string; timestamp?: number; body?: string; header?: string } = {},
    ) => {
      const payload = JSON.stringify(event);
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: its.secret ?? WEBHOOK_SECRET,
        ...(its.timestamp ? { timestamp: its.timestamp } : {}),
      });
      return shop.app.request(`${ORIGIN}/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': its.header ?? signature },
        body: its.body ?? payload,
      });
    },
  };
}

/** The shop's way to the provider while nothing answers there. */
export const unreachablePayments = () =>
  joinProviders(
    createStripe({ secretKey: SANDBOX.secretKey, webhookSecret: WEBHOOK_SECRET, apiBase: 'http://127.0.0.1:9' }),
  );
