import Stripe from 'stripe';
import { failure, success } from '#model/kernel/outcome.ts';
import { callFailure, type FailureOf } from './failures.ts';
import type { Provider, Range } from './provider.ts';
import { connectionOf, type StripeAddress } from './stripe-address.ts';
import { toEvent, toPaymentIntent, toRefund } from './translate.ts';
import { createWebhookVerifier } from './webhook.ts';

export type StripeConfig = StripeAddress & {
  /** `whsec_…`; without it `verifyWebhook` fails with `not-configured`. */
  webhookSecret?: string;
  /** Per attempt, of which a call makes up to three. Default: 8,000. */
  timeoutMs?: number;
};

/** Connects at the first call. @throws TypeError when the key and the address do not belong together */
export function createStripe(config: StripeConfig) {
  const { mode, host } = connectionOf(config);
  const stripe = new Stripe(config.secretKey, {
    ...host,
    timeout: config.timeoutMs ?? 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'toolyard' },
  });

  return {
    name: 'stripe',
    mode,

    create: ({ orderId, attempt, amount, idempotencyKey }) =>
      outcome(['refused', 'unreachable'], async () =>
        toPaymentIntent(
          await stripe.paymentIntents.create(
            {
              amount,
              currency: 'usd',
              allowed_payment_method_types: ['card'],
              metadata: { order_id: orderId, attempt: String(attempt), app: 'toolyard' },
            },
            { idempotencyKey },
          ),
        ),
      ),

    look: async (id) =>
      isPaymentIntentId(id)
        ? outcome(['not-found', 'refused', 'unreachable'], async () =>
            toPaymentIntent(await stripe.paymentIntents.retrieve(id)),
          )
        : noSuchPayment,

    async close(id) {
      if (!isPaymentIntentId(id)) return noSuchPayment;
      const cancelled = await outcome(['not-found', 'wrong-state', 'refused', 'unreachable'], async () =>
        toPaymentIntent(await stripe.paymentIntents.cancel(id)),
      );
      if (!cancelled.ok && cancelled.failure.payment?.status === 'closed') return success(cancelled.failure.payment);
      return cancelled;
    },

    take: async () => failure({ code: 'refused', message: "The buyer's browser takes it." }),

    refund: async ({ paymentId, refundId, amount, idempotencyKey, reason }) =>
      isPaymentIntentId(paymentId)
        ? outcome(['not-found', 'wrong-state', 'refused', 'unreachable'], async () =>
            toRefund(
              await stripe.refunds.create(
                {
                  ...{ payment_intent: paymentId, reason },
                  ...(refundId !== undefined && { metadata: { refund_id: refundId } }),
                  ...(amount !== undefined && { amount }),
                },
                { idempotencyKey },
              ),
            ),
          )
        : noSuchPayment,

    listRefunds: async (id) =>
      isPaymentIntentId(id)
        ? outcome(['not-found', 'refused', 'unreachable'], async () =>
            (await stripe.refunds.list({ payment_intent: id, limit: 100 })).data.map(toRefund),
          )
        : noSuchPayment,

    listAllRefunds: (range) =>
      outcome(['refused', 'unreachable'], async () => {
        const page = await stripe.refunds.list(pageOf(range));
        return { items: page.data.map(toRefund), hasMore: page.has_more };
      }),

    listEvents: ({ types, ...range }) =>
      outcome(['refused', 'unreachable'], async () => {
        const page = await stripe.events.list({ ...pageOf(range), ...(types && { types: [...types] }) });
        return { items: page.data.map(toEvent), hasMore: page.has_more };
      }),

    listPayments: (range) =>
      outcome(['refused', 'unreachable'], async () => {
        const page = await stripe.paymentIntents.list(pageOf(range));
        return { items: page.data.map(toPaymentIntent), hasMore: page.has_more };
      }),

    verifyWebhook: createWebhookVerifier(stripe, config.webhookSecret, mode),
  } as const satisfies Provider;
}

const noSuchPayment = failure({ code: 'not-found', message: 'Not the id of a payment.' } as const);

/** Ids may come from browsers, so they are checked before they are sent. */
const isPaymentIntentId = (id: string) => /^pi_\w{1,250}$/.test(id);

const pageOf = ({ since, startingAfter, limit = 100 }: Range) => ({
  limit,
  ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
  ...(startingAfter !== undefined && { starting_after: startingAfter }),
});

async function outcome<T, Code extends FailureOf>(expected: readonly Code[], call: () => Promise<T>) {
  try {
    return success(await call());
  } catch (error) {
    return failure(callFailure(error, expected));
  }
}
