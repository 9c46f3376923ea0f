import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrdersController,
  PayeePaymentMethodPreference,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import { failure, success } from '#model/kernel/outcome.ts';
import { type PayPalAddress, payPalAt } from './paypal-address.ts';
import { payPalFailure } from './paypal-failures.ts';
import { toMoney, toPayment, toRefund } from './paypal-translate.ts';
import { createPayPalVerifier } from './paypal-webhook.ts';
import type { Provider } from './provider.ts';

export type PayPalConfig = PayPalAddress & {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without it `verifyWebhook` fails with `not-configured`. */
  readonly webhookId?: string;
  /** Per attempt, of which a call makes up to three. Default: 8,000. */
  readonly timeoutMs?: number;
};

/** Connects at the first call. @throws TypeError when account and address do not belong together */
export function createPayPal(config: PayPalConfig) {
  const { mode, origin } = payPalAt(config);
  const timeout = config.timeoutMs ?? 8_000;
  const client = new Client({
    environment: config.live ? Environment.Production : Environment.Sandbox,
    timeout,
    clientCredentialsAuthCredentials: {
      oAuthClientId: config.clientId,
      oAuthClientSecret: config.clientSecret,
      oAuthClockSkew: 60,
    },
    // Each write has its key, so that it may be repeated.
    httpClientOptions: {
      timeout,
      retryConfig: {
        maxNumberOfRetries: 2,
        retryInterval: 0.5,
        maximumRetryWaitTime: 5,
        httpMethodsToRetry: ['GET', 'POST'],
      },
    },
    unstable_httpClientOptions: {
      maxRedirects: 0,
      ...(mode === 'sandbox' && { proxy: false, transport: insteadAt(origin) }),
    },
  });
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  const live = mode === 'live';

  const look = async (id: string) => toPayment((await orders.getOrder({ id })).result, mode);

  return {
    name: 'paypal',
    mode,

    create: ({ orderId, attempt, amount, idempotencyKey, returnTo }) =>
      outcome(['refused', 'unreachable'], async () => {
        const { result } = await orders.createOrder({
          paypalRequestId: idempotencyKey,
          prefer: 'return=representation',
          body: {
            intent: CheckoutPaymentIntent.Capture,
            // The total alone: there is nothing that does not add up.
            purchaseUnits: [{ amount: toMoney(amount), customId: `${orderId}:${attempt}`, invoiceId: orderId }],
            paymentSource: {
              paypal: {
                experienceContext: {
                  paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
                  shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
                  userAction: PaypalExperienceUserAction.PayNow,
                  ...{ returnUrl: returnTo, cancelUrl: returnTo },
                },
              },
            },
          },
        });
        return toPayment(result, mode);
      }),

    look: async (id) => (isId(id) ? outcome(['not-found', 'refused', 'unreachable'], () => look(id)) : noSuchPayment),

    // An order of PayPal's cannot be closed there: it is given up by never being taken.
    close: async (id) =>
      isId(id) ? failure({ code: 'wrong-state', message: 'PayPal closes no orders.' } as const) : noSuchPayment,

    take: async (id, idempotencyKey) =>
      isId(id)
        ? outcome(['not-found', 'wrong-state', 'declined', 'refused', 'unreachable'], async () => {
            const prefer = 'return=representation';
            return toPayment((await orders.captureOrder({ id, paypalRequestId: idempotencyKey, prefer })).result, mode);
          })
        : noSuchPayment,

    refund: async ({ paymentId, refundId, amount, idempotencyKey }) =>
      isId(paymentId)
        ? outcome(['not-found', 'wrong-state', 'refused', 'unreachable'], async () => {
            const { captureId = '' } = await look(paymentId);
            const { result } = await payments.refundCapturedPayment({
              captureId,
              paypalRequestId: idempotencyKey,
              prefer: 'return=representation',
              body: {
                ...(refundId !== undefined && { customId: refundId, invoiceId: refundId }),
                ...(amount !== undefined && { amount: toMoney(amount) }),
              },
            });
            return toRefund(result, paymentId);
          })
        : noSuchPayment,

    listRefunds: async (id) =>
      isId(id)
        ? outcome(['not-found', 'refused', 'unreachable'], async () => {
            const { result } = await orders.getOrder({ id });
            const made = result.purchaseUnits?.[0]?.payments?.refunds ?? [];
            return made.map((refund) => toRefund(refund, id)).reverse();
          })
        : noSuchPayment,

    listAllRefunds: async () => success(NOTHING),
    listEvents: async () => success(NOTHING),
    listPayments: async () => success(NOTHING),

    verifyWebhook: createPayPalVerifier({ client, origin, webhookId: config.webhookId, live, timeout }),
  } as const satisfies Provider;
}

const NOTHING = { items: [], hasMore: false };

const noSuchPayment = failure({ code: 'not-found', message: 'Not the id of a payment.' } as const);

/** Ids may come from browsers, so they are checked before they are sent. */
const isId = (id: string) => /^[A-Z0-9]{8,36}$/.test(id);

/** The library knows PayPal's own addresses only. */
function insteadAt(origin: string) {
  const { hostname, port } = new URL(origin);
  const there: RequestOptions = { protocol: 'http:', hostname, host: hostname, port };
  return {
    request: ({ agent: _, ...asked }: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest =>
      request({ ...asked, ...there }, answered),
  };
}

type FailureOf = Parameters<typeof payPalFailure>[1][number];

async function outcome<T, Code extends FailureOf>(expected: readonly Code[], call: () => Promise<T>) {
  try {
    return success(await call());
  } catch (error) {
    return failure(payPalFailure(error, expected));
  }
}
