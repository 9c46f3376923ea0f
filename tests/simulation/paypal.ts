import type { Order as SdkOrder, Refund as SdkRefund } from '@paypal/paypal-server-sdk';
import { type Cents, toCents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { toEvent, toPayment, toRefund } from '#outside/payments/paypal-translate.ts';
import type { PaymentEvent, PaymentFailure, Provider, ProviderPayment, Refund } from '#outside/payments/provider.ts';
import { usd } from '#sandbox/paypal/amounts.ts';
import type { Call } from '#sandbox/paypal/call.ts';
import { shownOrder } from '#sandbox/paypal/order.ts';
import { approve, captureOrder, createOrder, decideCapture, getOrder } from '#sandbox/paypal/orders.ts';
import type { PayerKind } from '#sandbox/paypal/payers.ts';
import { getRefund, refundCapture } from '#sandbox/paypal/refunds.ts';
import { Refusal, type Reply } from '#sandbox/paypal/refusal.ts';
import { openStore } from '../../sandbox/kernel/store.ts';
import { DAY, HOUR } from './times.ts';

/** PayPal as the shop's work meets it: the rules of its stand-in, without a network, and what they tell translated as ever. */
export function createPayPal(clock: () => Date) {
  const store = openStore(':memory:');
  const ids: string[] = [];
  const events: PaymentEvent[] = [];
  const kept = new Map<string, { readonly at: number; readonly id: string }>();

  const callOf = (id: string, body: Call['body'], key?: string): Call => ({
    ...{ id, body, key, store, now: clock() },
    show: (order) => shownOrder(order, 'http://paypal.test/checkoutnow'),
    record(type, resource) {
      const about = { id: `WH-${events.length + 1}`, event_type: type, create_time: clock().toISOString(), resource };
      const event = toEvent(about, false);
      if (event) events.push(event);
    },
  });
  /** What it answers, read as the library does. */
  const ask = <T>(run: (call: Call) => Reply, id: string, body: Call['body'] = {}, key?: string) => {
    const reply = answerOf(run, callOf(id, body, key));
    return reply.status < 300 ? success(read(reply.body) as T) : failure(refusalOf(reply, run === captureOrder));
  };
  /** A key is answered with what became of its first call, for so long. */
  const keyed = <T extends { id?: string }>(
    key: string,
    life: number,
    first: () => ReturnType<typeof ask<T>>,
    again: (id: string) => ReturnType<typeof ask<T>>,
  ) => {
    const known = kept.get(key);
    if (known && clock().getTime() - known.at < life) return again(known.id);
    const made = first();
    if (made.ok) kept.set(key, { at: clock().getTime(), id: made.value.id ?? '' });
    return made;
  };
  const order = (id: string) => ask<SdkOrder>(getOrder, id);
  const payment = (its: ReturnType<typeof order>) => (its.ok ? success(toPayment(its.value, 'sandbox')) : its);
  const refund = (captureId: string, body: Call['body'], key?: string) =>
    ask<SdkRefund>(refundCapture, captureId, body, key);
  const refundsOf = ({ purchaseUnits }: SdkOrder, id: string): Refund[] =>
    (purchaseUnits?.[0]?.payments?.refunds ?? []).map((one) => toRefund(one, id)).reverse();

  const calls = {
    create: async ({ orderId, attempt, invoice, amount, idempotencyKey, returnTo }) => {
      const about = { amount: usd(amount), custom_id: `${orderId}:${attempt}`, invoice_id: invoice };
      const back = { return_url: returnTo || 'http://shop.test/', cancel_url: returnTo || 'http://shop.test/' };
      const source = { paypal: { experience_context: back } };
      const body = { intent: 'CAPTURE', purchase_units: [about], payment_source: source };
      const create = () => {
        const made = ask<SdkOrder>(createOrder, '', body, idempotencyKey);
        if (made.ok) ids.push(made.value.id ?? '');
        return made;
      };
      return payment(keyed(idempotencyKey, 6 * HOUR, create, order));
    },
    look: async (id) => payment(order(id)),
    close: async () => failure({ code: 'wrong-state' as const, message: 'PayPal closes no orders.' }),
    take: async (id, key) => payment(keyed(key, 6 * HOUR, () => ask<SdkOrder>(captureOrder, id), order)),
    refund: async ({ paymentId, captureId: named, refundId, amount, idempotencyKey }) => {
      const captureId = named ?? captureOf(paymentId);
      if (captureId === undefined) return failure({ code: 'wrong-state' as const, message: 'Nothing was taken.' });
      const its = {
        ...(refundId && { custom_id: refundId, invoice_id: refundId }),
        ...(amount && { amount: usd(amount) }),
      };
      const again = (id: string) => ask<SdkRefund>(getRefund, id);
      const made = keyed(idempotencyKey, 45 * DAY, () => refund(captureId, its, idempotencyKey), again);
      return made.ok ? success(toRefund(made.value, paymentId)) : made;
    },
    listRefunds: async (id) => {
      const found = order(id);
      return found.ok ? success(refundsOf(found.value, id)) : found;
    },
  } as const satisfies Partial<Provider>;

  const shown = (id: string): ProviderPayment | undefined => {
    const its = payment(order(id));
    return its.ok ? its.value : undefined;
  };
  const captureOf = (id: string) => shown(id)?.captureId;

  return {
    calls,
    events,
    ids,
    shown,
    /** Of all orders that it still shows, what became of their money. */
    payments: (): { readonly intent: ProviderPayment; readonly refunds: Refund[] }[] =>
      ids.flatMap((id) => {
        const found = order(id);
        if (!found.ok) return [];
        return [{ intent: toPayment(found.value, 'sandbox'), refunds: refundsOf(found.value, id) }];
      }),
    /** Presses a button of the approval page. */
    approve: (id: string, payer: PayerKind): boolean =>
      answerOf((call) => ({ status: approve(call, payer) ? 200 : 409, body: {} }), callOf(id, {})).status === 200,
    /** It has looked at a payment that was pending, or at a dispute. */
    decide: (id: string, passes: boolean) => ask(decideCapture, id, { outcome: passes ? 'pass' : 'fail' }).ok,
    /** Somebody gives money back past the shop. Answers the refund's id. */
    giveBackByHand(id: string, amount: Cents = toCents(500)): string | undefined {
      const captureId = captureOf(id);
      const made = captureId === undefined ? undefined : refund(captureId, { amount: usd(amount) });
      return made?.ok ? made.value.id : undefined;
    },
    close: () => store.close(),
  };
}

export type PayPal = ReturnType<typeof createPayPal>;

function answerOf(run: (call: Call) => Reply, call: Call): Reply {
  try {
    return run(call);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

/** By the library names have no underscores. */
function read(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(read);
  if (typeof value !== 'object' || value === null) return value;
  const named = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, its]) => [named(name), read(its)]));
}

const MEANS: Readonly<Record<string, 'paid-before' | 'wrong-state'>> = {
  DUPLICATE_INVOICE_ID: 'paid-before',
  ORDER_ALREADY_CAPTURED: 'wrong-state',
  CAPTURE_FULLY_REFUNDED: 'wrong-state',
  CAPTURE_STATUS_NOT_VALID: 'wrong-state',
};

/** What the shop makes of a refusal: of what was to be taken, that it does not come. */
function refusalOf({ status, body }: Reply, taking: boolean): PaymentFailure<never> {
  const { message = '', details } = body as { message?: string; details?: { issue: string }[] };
  const code = MEANS[details?.[0]?.issue ?? ''] ?? (status === 404 ? 'not-found' : taking ? 'declined' : 'refused');
  return { code: code as never, message };
}
