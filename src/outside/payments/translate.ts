import type Stripe from 'stripe';
import { toCents } from '#model/kernel/money.ts';
import type { PaymentEvent, PaymentStatus, ProviderPayment, Refund } from './provider.ts';

/** @throws Error for an unknown status, as `toRefund` does: it must never be taken for another */
export function toPaymentIntent(intent: Stripe.PaymentIntent): ProviderPayment {
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

export const toRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  status: known(refundStatuses, refund.status ?? 'pending'),
  amount: toCents(refund.amount),
  paymentId: typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? null),
  ...(refund.metadata?.refund_id && { refundId: refund.metadata.refund_id }),
});

export function toEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as { object?: string; id?: string; payment_intent?: string | { id: string } | null };
  const named = typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id;
  return {
    id: event.id,
    type: event.type,
    createdAt: toDate(event.created),
    livemode: event.livemode,
    paymentId: (object.object === 'payment_intent' ? object.id : named) ?? null,
  };
}

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

const refundStatuses = {
  pending: true,
  requires_action: true,
  succeeded: true,
  failed: true,
  canceled: true,
} as const satisfies Record<Refund['status'], true>;

function known<Status extends string>(statuses: Record<Status, unknown>, status: string): Status {
  if (!Object.hasOwn(statuses, status))
    throw new Error(`Stripe sent a status that this program does not know: ${status}`);
  return status as Status;
}
