import { failure } from '#model/kernel/outcome.ts';
import type { ProviderName } from '#model/payments/provider.ts';
import { isPayPal } from '#model/purchases/paid-with.ts';
import type { NewPayment, PaymentMode, Provider, WebhookHeaders } from './provider.ts';

/** All providers as one: a call goes to the provider of the payment, which its id tells. */
export type Payments = Omit<Provider, 'name' | 'create' | 'verifyWebhook'> & {
  readonly mode: PaymentMode;
  /** Those that are set up. */
  readonly offered: readonly ProviderName[];
  create(order: NewPayment & { readonly provider: ProviderName }): ReturnType<Provider['create']>;
  verifyWebhook(
    provider: ProviderName,
    rawBody: Uint8Array,
    headers: WebhookHeaders,
  ): Promise<Awaited<ReturnType<Provider['verifyWebhook']>>>;
};

/** Cards are always taken. */
export function joinProviders(stripe: Provider, paypal?: Provider): Payments {
  const named = (name: ProviderName): Provider => (name === 'stripe' ? stripe : (paypal ?? absent(stripe.mode)));
  const of = (id: string): Provider => named(isPayPal(id) ? 'paypal' : 'stripe');
  return {
    mode: stripe.mode,
    offered: paypal ? ['stripe', 'paypal'] : ['stripe'],
    create: ({ provider, ...order }) => named(provider).create(order),
    look: (id) => of(id).look(id),
    close: (id) => of(id).close(id),
    take: (id, key) => of(id).take(id, key),
    refund: (wish) => of(wish.paymentId).refund(wish),
    listRefunds: (id, known) => of(id).listRefunds(id, known),
    // Only Stripe lists.
    listAllRefunds: (range) => stripe.listAllRefunds(range),
    listEvents: (range) => stripe.listEvents(range),
    listPayments: (range) => stripe.listPayments(range),
    verifyWebhook: async (provider, body, headers) => named(provider).verifyWebhook(body, headers),
  };
}

/** PayPal's keys were taken away: what was begun there waits for them. */
function absent(mode: PaymentMode): Provider {
  const none = async () => failure({ code: 'unreachable', message: 'PayPal is not set up.' } as const);
  const lists = { listAllRefunds: none, listEvents: none, listPayments: none };
  return {
    ...{ name: 'paypal', mode, create: none, look: none, close: none, take: none, refund: none, listRefunds: none },
    ...lists,
    verifyWebhook: () => failure({ code: 'not-configured', message: 'PayPal is not set up.' }),
  };
}
