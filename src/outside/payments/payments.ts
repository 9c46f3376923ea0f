import type { Cents } from '#model/kernel/money.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

export type Payments = {
  readonly mode: PaymentMode;

  /** In US dollars. After `unreachable` repeat the call with the same key: it returns the same payment. */
  createPaymentIntent(order: NewPayment): Promise<Outcome<PaymentIntent, PaymentFailure<'refused' | 'unreachable'>>>;

  retrievePaymentIntent(id: string): Promise<Outcome<PaymentIntent, PaymentFailure<'not-found' | CallFailure>>>;

  /** `wrong-state` carries the payment, 'succeeded' when the buyer was faster. Already cancelled is a success. */
  cancelPaymentIntent(
    id: string,
  ): Promise<Outcome<PaymentIntent, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /** Refunds a part, or what is left of a payment. `wrong-state`: nothing was paid or nothing is left. */
  refund(refund: NewRefund): Promise<Outcome<Refund, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /** The newest 100, newest first, including failed ones. */
  listRefunds(paymentIntentId: string): Promise<Outcome<readonly Refund[], PaymentFailure<'not-found' | CallFailure>>>;

  /** Of all payments, newest first, including failed ones. */
  listAllRefunds(range: Range): Promise<Outcome<Page<Refund>, PaymentFailure<CallFailure>>>;

  /** Newest first. For the next page `startingAfter` is the id of the last event. */
  listEvents(range: EventRange): Promise<Outcome<Page<PaymentEvent>, PaymentFailure<CallFailure>>>;

  /** Newest first, including payments of other programs with the same Stripe account. */
  listPaymentIntents(range: Range): Promise<Outcome<Page<PaymentIntent>, PaymentFailure<CallFailure>>>;

  /** Accepts what Stripe signed within the last 5 minutes for this mode. `rawBody`: the bytes as received. */
  verifyWebhook(rawBody: Uint8Array, signature: string | null | undefined): Outcome<PaymentEvent, WebhookFailure>;
};

export type PaymentMode = 'sandbox' | 'test' | 'live';

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export type PaymentIntent = {
  readonly id: string;
  /** For the buyer's browser. Never log it. */
  readonly clientSecret: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  readonly amountReceived: Cents;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  readonly createdAt: Date;
  readonly lastError?: { readonly code: string; readonly declineCode?: string; readonly message: string };
};

export type Refund = {
  readonly id: string;
  /** 'failed' and 'canceled' refund nothing; 'pending' is not final. */
  readonly status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  readonly amount: Cents;
  readonly paymentIntentId: string | null;
  /** The shop's own id of it; absent in what others made. */
  readonly refundId?: string;
};

/** May be stale or out of order: fetch the payment for its current state. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  readonly paymentIntentId: string | null;
};

export type NewPayment = {
  readonly orderId: string;
  /** 1 for the first payment of an order. */
  readonly attempt: number;
  readonly amount: Cents;
  readonly idempotencyKey: string;
};

export type NewRefund = {
  readonly paymentIntentId: string;
  /** By which the shop finds it in the provider's list. */
  readonly refundId?: string;
  /** Absent: all that is left. */
  readonly amount?: Cents;
  readonly idempotencyKey: string;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer';
};

/** `since` is inclusive; `limit` is 1 to 100 and 100 when absent. */
export type Range = { readonly since?: Date; readonly startingAfter?: string; readonly limit?: number };
export type EventRange = Range & { readonly types?: readonly string[] };
export type Page<T> = { readonly items: readonly T[]; readonly hasMore: boolean };

/** refused: the call or the key is wrong. unreachable: the outcome is unknown; repeat the call. */
type CallFailure = 'refused' | 'unreachable';

export type PaymentFailure<Code extends string> = {
  readonly code: Code;
  /** For logs and operators, not for buyers. */
  readonly message: string;
  readonly providerCode?: string;
  readonly requestId?: string;
  readonly paymentIntent?: PaymentIntent;
};

export type WebhookFailure = {
  readonly code: 'not-configured' | 'bad-signature' | 'malformed' | 'wrong-mode';
  readonly message: string;
};
