import Stripe from 'stripe';
import { toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { EVENTS } from '#model/payments/provider.ts';
import type {
  EndedDispute,
  PaymentEvent,
  PaymentFailure,
  PaymentMode,
  PaymentStatus,
  Provider,
  ProviderPayment,
  Range,
  Refund,
  WebhookFailure,
  WebhookHeaders,
} from './provider.ts';

type StripeConfig = {
  secretKey: string;
  /** Origin of the local stand-in; absent for Stripe itself. */
  apiBase?: string;
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
              // Stripe takes no `automatic_payment_methods` beside it, so the browser's confirm has a return_url.
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

    refund: async ({ paymentId, refundId, amount, idempotencyKey }) =>
      isPaymentIntentId(paymentId)
        ? outcome(['not-found', 'wrong-state', 'refused', 'unreachable'], async () =>
            toRefund(
              await stripe.refunds.create(
                {
                  ...{ payment_intent: paymentId, reason: 'requested_by_customer' },
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

/** With `apiBase` the mode is 'sandbox' whatever the key, and a live key is refused. @throws TypeError */
export function connectionOf({ secretKey, apiBase }: StripeConfig): {
  mode: PaymentMode;
  host: { host?: string; port?: string; protocol?: 'http' | 'https' };
} {
  const live = /^(sk|rk)_live_/.test(secretKey);
  const test = /^(sk|rk)_test_/.test(secretKey);
  if (!live && !test)
    throw new TypeError('The Stripe secret key must begin with sk_test_, rk_test_, sk_live_ or rk_live_.');
  if (apiBase === undefined) return { mode: live ? 'live' : 'test', host: {} };
  if (live)
    throw new TypeError('A live Stripe key must not be used with a sandbox address: remove one of the two settings.');
  return { mode: 'sandbox', host: hostOf(apiBase) };
}

function hostOf(apiBase: string) {
  const url = URL.parse(apiBase);
  const protocol = url?.protocol === 'http:' ? 'http' : url?.protocol === 'https:' ? 'https' : undefined;
  // The library takes a host and a port and silently ignores the rest.
  if (!url || !protocol || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new TypeError(`The Stripe sandbox address must be an origin such as http://127.0.0.1:4010, not ${apiBase}`);
  const port = url.port || (protocol === 'http' ? '80' : '443');
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, protocol } as const;
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

type FailureOf = 'not-found' | 'wrong-state' | 'refused' | 'unreachable';

/** Rethrows errors that are not Stripe's. A meaning that is not `expected` becomes `refused`. */
function callFailure<Code extends FailureOf>(
  error: unknown,
  expected: readonly Code[],
): PaymentFailure<Code | 'refused'> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const meaning = meaningOf(error);
  return {
    code: (expected as readonly FailureOf[]).includes(meaning) ? (meaning as Code) : 'refused',
    message: error.message,
    ...(error.code !== undefined && { providerCode: error.code }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.payment_intent && { payment: toPaymentIntent(error.payment_intent) }),
  };
}

function meaningOf(error: Stripe.errors.StripeError): FailureOf {
  if (error.code !== undefined && wrongState.has(error.code)) return 'wrong-state';
  switch (error.statusCode) {
    case 404:
      return 'not-found';
    case 400:
    case 401:
    case 402:
    case 403:
      return 'refused';
    // No status: no readable answer. 409: the same key is in progress. 429 and 5xx: try again later.
    // The call may have taken effect, so it must be repeated with the same key.
    default:
      return 'unreachable';
  }
}

const wrongState = new Set(['payment_intent_unexpected_state', 'charge_already_refunded', 'charge_not_refundable']);

const TOLERANCE_SECONDS = 300;
/** Stricter than the library, which fails on an empty signature. */
const SIGNATURE = /^t=\d{1,12}(?:,[a-z]\w*=[\w+/=-]+)+$/;

/** Takes what was signed within the last 5 minutes. */
function createWebhookVerifier(stripe: Stripe, secret: string | undefined, mode: PaymentMode) {
  return (rawBody: Uint8Array, headers: WebhookHeaders): Outcome<PaymentEvent, WebhookFailure> => {
    const signature = headers('stripe-signature');
    if (!secret) return no('not-configured', 'No webhook secret is set.');
    const body = exactText(rawBody);
    if (body === undefined || !SIGNATURE.test(signature ?? ''))
      return no('bad-signature', 'The body is not text or carries no signature.');

    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return no('bad-signature', error.message);
      if (error instanceof SyntaxError) return no('malformed', 'The signed body is not JSON.');
      throw error;
    }
    if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.data?.object !== 'object')
      return no('malformed', 'The signed body is not an event.');
    if (event.livemode !== (mode === 'live')) return no('wrong-mode', `A ${mode} shop does not take this event.`);
    return success(toEvent(event));
  };
}

/** The library would drop a byte order mark and repair UTF-8 before comparing: other bytes than received. */
function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const no = (code: WebhookFailure['code'], message: string) => failure({ code, message });

/** @throws Error for an unknown status, as `toRefund` does: it must never be taken for another */
function toPaymentIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: STATUS[known(STATUS, intent.status)],
    amount: toCents(intent.amount),
    amountReceived: toCents(intent.amount_received),
    currency: intent.currency,
    metadata: intent.metadata,
    livemode: intent.livemode,
    createdAt: toDate(intent.created),
  };
}

const toRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  status: REFUND_STATUS[known(REFUND_STATUS, refund.status ?? 'pending')],
  amount: toCents(refund.amount),
  paymentId: typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? null),
  ...(refund.metadata?.refund_id && { refundId: refund.metadata.refund_id }),
});

const WON: readonly unknown[] = ['won', 'warning_closed', 'prevented'];

function toEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as Told;
  const named = typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id;
  return {
    id: event.id,
    type: event.type,
    createdAt: toDate(event.created),
    livemode: event.livemode,
    paymentId: (object.object === 'payment_intent' ? object.id : named) ?? null,
    ...(event.type === EVENTS.disputeEnded && { dispute: endOf(object) }),
  };
}

interface Told {
  readonly object?: string;
  readonly id?: string;
  readonly payment_intent?: string | { readonly id: string } | null;
  readonly status?: string;
  readonly amount?: number;
}

const endOf = ({ id, status, amount }: Told): EndedDispute => ({
  ...(id !== undefined && { id }),
  won: WON.includes(status),
  ...(Number.isSafeInteger(amount) && { amount: toCents(amount as number) }),
});

const toDate = (seconds: number) => new Date(seconds * 1000);

const STATUS = {
  requires_payment_method: 'awaiting_buyer',
  requires_confirmation: 'awaiting_buyer',
  requires_action: 'awaiting_buyer',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'captured',
  canceled: 'closed',
} as const satisfies Record<Stripe.PaymentIntent.Status, PaymentStatus>;

const REFUND_STATUS = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
} as const satisfies Record<string, Refund['status']>;

function known<Status extends string>(statuses: Record<Status, unknown>, status: string): Status {
  if (!Object.hasOwn(statuses, status))
    throw new Error(`Stripe sent a status that this program does not know: ${status}`);
  return status as Status;
}
