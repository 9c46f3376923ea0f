import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import {
  ApiError,
  CaptureStatus,
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
import { toMoney, toPayment, toRefund } from './paypal-translate.ts';
import { createPayPalVerifier } from './paypal-webhook.ts';
import type { PaymentFailure, PaymentMode, Provider } from './provider.ts';

export type PayPalConfig = PayPalAddress & {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without it `verifyWebhook` fails with `not-configured`. */
  readonly webhookId?: string;
  /** Per attempt, of which a call makes up to three. Default: 8,000. */
  readonly timeoutMs?: number;
  /** By which events are judged as too old. Default: the system's. */
  readonly clock?: () => Date;
};

/** Connects at the first call. @throws TypeError when account and address do not belong together */
export function createPayPal(config: PayPalConfig) {
  const { mode, origin } = payPalAt(config);
  const { clock = () => new Date() } = config;
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

    create: ({ orderId, attempt, invoice, amount, idempotencyKey, returnTo }) =>
      outcome(['refused', 'unreachable'], async () => {
        const { result } = await orders.createOrder({
          paypalRequestId: idempotencyKey,
          prefer: 'return=representation',
          body: {
            intent: CheckoutPaymentIntent.Capture,
            // The total alone: there is nothing that does not add up.
            purchaseUnits: [{ amount: toMoney(amount), customId: `${orderId}:${attempt}`, invoiceId: invoice }],
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

    look: async (id) => (isId(id) ? outcome(LOOKED, () => look(id)) : noSuchPayment),

    // An order of PayPal's cannot be closed there: it is given up by never being taken.
    close: async (id) =>
      isId(id) ? failure({ code: 'wrong-state', message: 'PayPal closes no orders.' } as const) : noSuchPayment,

    take: async (id, idempotencyKey) =>
      isId(id)
        ? outcome(['not-found', 'wrong-state', 'declined', 'paid-before', 'refused', 'unreachable'], async () => {
            const prefer = 'return=representation';
            return toPayment((await orders.captureOrder({ id, paypalRequestId: idempotencyKey, prefer })).result, mode);
          })
        : noSuchPayment,

    async refund({ paymentId, captureId: kept, refundId, amount, idempotencyKey }) {
      if (!isId(paymentId)) return noSuchPayment;
      // An old order is shown no longer: what was kept of it suffices.
      const found = kept === undefined ? await outcome(LOOKED, () => look(paymentId)) : success({ captureId: kept });
      if (!found.ok) return found;
      const { captureId } = found.value;
      if (captureId === undefined) return failure({ code: 'wrong-state', message: 'Nothing was taken.' });
      return outcome(['not-found', 'wrong-state', 'refused', 'unreachable'], async () => {
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
      });
    },

    async listRefunds(id, { captureId, refund } = {}) {
      if (!isId(id)) return noSuchPayment;
      const listed = await outcome(LOOKED, async () => {
        const { result } = await orders.getOrder({ id });
        const made = result.purchaseUnits?.[0]?.payments?.refunds ?? [];
        return made.map((one) => toRefund(one, id)).reverse();
      });
      if (listed.ok || listed.failure.code !== 'not-found' || captureId === undefined) return listed;
      if (refund !== undefined)
        return outcome(LOOKED, async () => [toRefund((await payments.getRefund({ refundId: refund })).result, id)]);
      const capture = await outcome(LOOKED, async () => (await payments.getCapturedPayment({ captureId })).result);
      if (!capture.ok) return capture;
      return capture.value.status === CaptureStatus.Completed ? success([]) : listed;
    },

    listAllRefunds: async () => success(NOTHING),
    listEvents: async () => success(NOTHING),
    listPayments: async () => success(NOTHING),

    verifyWebhook: createPayPalVerifier({ client, origin, webhookId: config.webhookId, live, timeout, clock }),
  } as const satisfies Provider;
}

const LOOKED = ['not-found', 'refused', 'unreachable'] as const;

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

type Meaning = 'not-found' | 'wrong-state' | 'declined' | 'paid-before' | 'refused' | 'unreachable';

/** Rethrows what is no failure of a call. A meaning that is not `expected` becomes `refused`. */
function payPalFailure<Code extends Meaning>(
  error: unknown,
  expected: readonly Code[],
): PaymentFailure<Code | 'refused'> {
  if (!(error instanceof ApiError)) {
    if (isNoAnswer(error)) return { code: codeFor('unreachable', expected), message: String(error) };
    throw error;
  }
  const { name, message, debug_id: requestId, details } = (error.result ?? {}) as Answer;
  const issue = details?.[0]?.issue;
  return {
    code: codeFor(meaningOf(error.statusCode, issue), expected),
    message: message ?? `PayPal answered ${error.statusCode}`,
    ...((issue ?? name) !== undefined && { providerCode: issue ?? name }),
    ...(requestId !== undefined && { requestId }),
  };
}

interface Answer {
  readonly name?: string;
  readonly message?: string;
  readonly debug_id?: string;
  readonly details?: readonly { readonly issue?: string }[];
}

const codeFor = <Code extends Meaning>(meaning: Meaning, expected: readonly Code[]): Code | 'refused' =>
  expected.find((code) => code === meaning) ?? 'refused';

function meaningOf(status: number, issue: string | undefined): Meaning {
  if (issue !== undefined && DECLINED.has(issue)) return 'declined';
  if (issue === 'DUPLICATE_INVOICE_ID') return 'paid-before';
  if (issue !== undefined && WRONG_STATE.has(issue)) return 'wrong-state';
  if (issue === 'PREVIOUS_REQUEST_IN_PROGRESS') return 'unreachable';
  if (status === 404) return 'not-found';
  // It understood and will not: whatever the reason, the money does not come.
  if (status === 422) return 'declined';
  // 408, 409, 429 and 5xx: it may have taken effect, so it is repeated with the same key.
  return status < 500 && ![408, 409, 429].includes(status) ? 'refused' : 'unreachable';
}

/** The payer's money does not come. Source: https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
const DECLINED = new Set([
  ...['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'PAYER_ACCOUNT_RESTRICTED'],
  ...['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'CARD_EXPIRED', 'TRANSACTION_LIMIT_EXCEEDED', 'COMPLIANCE_VIOLATION'],
  ...['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'ORDER_NOT_APPROVED'],
  ...['PAYER_ACTION_REQUIRED', 'ORDER_EXPIRED', 'ORDER_VOIDED'],
]);

const WRONG_STATE = new Set([...['ORDER_ALREADY_CAPTURED', 'CAPTURE_FULLY_REFUNDED', 'CAPTURE_STATUS_NOT_VALID']]);

/** Of the connection, or of what it brought. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const unreadable = /^Could not parse body/.test(error.message);
  return unreadable || 'isAxiosError' in error || /Abort|ResponseValidation/.test(error.name);
}

interface PayPalAddress {
  readonly live: boolean;
  /** Origin of the local stand-in; absent for PayPal itself. */
  readonly apiBase?: string;
}

const LIVE = 'https://api-m.paypal.com';
const TEST = 'https://api-m.sandbox.paypal.com';

/** With `apiBase` the mode is 'sandbox', and a live account is refused. @throws TypeError */
function payPalAt({ live, apiBase }: PayPalAddress): { mode: PaymentMode; origin: string } {
  if (apiBase === undefined) return live ? { mode: 'live', origin: LIVE } : { mode: 'test', origin: TEST };
  if (live)
    throw new TypeError(
      'A live PayPal account must not be used with a sandbox address: remove one of the two settings.',
    );
  const url = URL.parse(apiBase);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new TypeError(`The PayPal sandbox address must be an origin such as http://127.0.0.1:4011, not ${apiBase}`);
  return { mode: 'sandbox', origin: url.origin };
}
