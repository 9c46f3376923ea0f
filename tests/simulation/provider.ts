import { type Cents, toCents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { PaymentEvent, ProviderPayment, Refund } from '#outside/payments/provider.ts';

interface Made {
  intent: ProviderPayment;
  /** Newest first. */
  refunds: Refund[];
}

/** The payment provider as it is seen from outside, in memory: what it promises and what it never promised. */
export function createProvider(clock: () => Date) {
  const payments = new Map<string, Made>();
  const answers = new Map<string, unknown>();
  const events: PaymentEvent[] = [];
  let made = 0;

  const tell = (type: string, id: string) => {
    const event = { id: `evt_${events.length + 1}`, type, createdAt: clock(), livemode: false, paymentId: id };
    events.push(event);
  };
  const change = (id: string, its: Partial<ProviderPayment>, type: string) => {
    const it = payments.get(id) as Made;
    it.intent = { ...it.intent, ...its };
    tell(type, id);
  };
  const unknown = failure({ code: 'not-found' as const, message: 'no such payment' });
  const wrong = (intent: ProviderPayment) =>
    failure({ code: 'wrong-state' as const, message: intent.status, payment: intent });
  /** The first answer to a key is its answer for ever. */
  const keyed = <T>(key: string, answer: () => T): T => {
    if (!answers.has(key)) answers.set(key, answer());
    return answers.get(key) as T;
  };
  const giveBack = (found: Made, amount: number, refundId?: string): Refund => {
    const id = `re_${found.intent.id}_${found.refunds.length + 1}`;
    const refund: Refund = {
      id,
      status: 'succeeded',
      amount: toCents(amount),
      paymentId: found.intent.id,
      ...(refundId && { refundId }),
    };
    found.refunds.unshift(refund);
    tell('charge.refunded', found.intent.id);
    return refund;
  };
  const open = (id: string) => !['captured', 'closed'].includes(payments.get(id)?.intent.status ?? 'closed');

  const calls = {
    create: async ({ orderId, attempt, amount, idempotencyKey }) =>
      keyed(idempotencyKey, () => {
        made += 1;
        const id = `pi_${made}`;
        const intent: ProviderPayment = {
          id,
          clientSecret: `${id}_secret_${made}`,
          status: 'awaiting_buyer',
          amount,
          amountReceived: toCents(0),
          currency: 'usd',
          metadata: { order_id: orderId, attempt: String(attempt), app: 'toolyard' },
          livemode: false,
          createdAt: clock(),
        };
        payments.set(id, { intent, refunds: [] });
        return success(intent);
      }),
    look: async (id) => {
      const found = payments.get(id);
      return found ? success(found.intent) : unknown;
    },
    close: async (id) => {
      const found = payments.get(id);
      if (!found) return unknown;
      if (found.intent.status === 'closed') return success(found.intent);
      if (['captured', 'processing'].includes(found.intent.status)) return wrong(found.intent);
      change(id, { status: 'closed' }, 'payment_intent.canceled');
      return success(found.intent);
    },
    refund: async ({ paymentId, idempotencyKey, refundId, amount }) =>
      keyed(idempotencyKey, () => {
        const found = payments.get(paymentId);
        if (!found) return unknown;
        const left = found.intent.amountReceived - backOf(found);
        if (found.intent.status !== 'captured' || left <= 0) return wrong(found.intent);
        if ((amount ?? 0) > left) return failure({ code: 'refused' as const, message: 'more than is left' });
        return success(giveBack(found, amount ?? left, refundId));
      }),
    listRefunds: async (id) => {
      const found = payments.get(id);
      return found ? success([...found.refunds]) : unknown;
    },
    listAllRefunds: async () =>
      success({ items: [...payments.values()].flatMap(({ refunds }) => refunds), hasMore: false }),
    listEvents: async ({ types, since }) =>
      success({
        items: events.filter((it) => types?.includes(it.type) && (!since || it.createdAt >= since)).reverse(),
        hasMore: false,
      }),
    listPayments: async ({ since }) =>
      success({
        items: [...payments.values()]
          .map((it) => it.intent)
          .filter((it) => !since || it.createdAt >= since)
          .reverse(),
        hasMore: false,
      }),
  } satisfies Omit<Payments, 'mode' | 'offered' | 'take' | 'verifyWebhook'>;

  return {
    calls,
    events,
    payments,
    open,
    /** Keeps an error as the answer to a key, as the provider does with its own failures. */
    keepError: (key: string) => answers.set(key, refused),
    /** The buyer's card. */
    confirm(id: string, how: 'pay' | 'decline' | 'slow' | 'dispute'): void {
      const it = payments.get(id);
      if (it?.intent.status !== 'awaiting_buyer') return;
      if (how === 'decline') tell('payment_intent.payment_failed', id);
      else if (how === 'slow') change(id, { status: 'processing' }, 'payment_intent.processing');
      else this.pay(id, it.intent.amount);
      if (how === 'dispute') tell('charge.dispute.created', id);
    },
    pay: (id: string, amountReceived: Cents) =>
      change(id, { status: 'captured', amountReceived }, 'payment_intent.succeeded'),
    /** Money that counted as given back did not reach its card. */
    failRefund(id: string): void {
      const it = payments.get(id);
      if (!it?.refunds.some(({ status }) => status === 'succeeded')) return;
      it.refunds = it.refunds.map((refund) => ({ ...refund, status: 'failed' }));
      tell('refund.failed', id);
    },
    /** Somebody gives money back past the shop. */
    giveBackByHand(id: string, amount: number): void {
      const it = payments.get(id);
      if (it?.intent.status === 'captured' && amount > 0 && amount <= it.intent.amountReceived - backOf(it))
        giveBack(it, amount);
    },
    /** The bank ends a payment that it was thinking about. */
    decide(id: string, passes: boolean): void {
      const it = payments.get(id);
      if (it?.intent.status !== 'processing') return;
      if (passes) this.pay(id, it.intent.amount);
      else change(id, { status: 'awaiting_buyer' }, 'payment_intent.payment_failed');
    },
  };
}

/** What went back of a payment. */
export const backOf = ({ refunds }: Pick<Made, 'refunds'>): number =>
  refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);

export type Provider = ReturnType<typeof createProvider>;

export const lost = failure({ code: 'unreachable' as const, message: 'no answer' });
export const refused = failure({ code: 'unreachable' as const, message: 'an error', requestId: 'req_1' });
