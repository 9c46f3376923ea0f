import type { Cents } from '#model/kernel/money.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

/** Card payments in the shop's words. Every expected failure is a value; a programming error throws. */
export type Payments = {
  /** 'sandbox' talks to the local stand-in, 'test' and 'live' to Stripe, as the secret key says. */
  readonly mode: PaymentMode;

  /**
   * Opens the payment of one attempt at paying an order, in US dollars. Repeating the call with the same key and the
   * same arguments returns the same payment, so an `unreachable` outcome is resolved by calling again with that key.
   */
  createPaymentIntent(order: NewPayment): Promise<Outcome<PaymentIntent, PaymentFailure<'refused' | 'unreachable'>>>;

  retrievePaymentIntent(id: string): Promise<Outcome<PaymentIntent, PaymentFailure<'not-found' | CallFailure>>>;

  /**
   * Closes a payment for good: after success nobody can pay it any more. `wrong-state` carries the payment as it
   * stands, which is 'succeeded' when the buyer was faster. A payment that was cancelled before is a success.
   */
  cancelPaymentIntent(
    id: string,
  ): Promise<Outcome<PaymentIntent, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /** Gives all of a payment back that was not given back yet. `wrong-state`: nothing was paid or nothing is left. */
  refund(refund: NewRefund): Promise<Outcome<Refund, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /** The newest 100 refunds of a payment, newest first: those that failed too. */
  listRefunds(paymentIntentId: string): Promise<Outcome<readonly Refund[], PaymentFailure<'not-found' | CallFailure>>>;

  /** One page of events, newest first. Page back with `startingAfter` = id of the page's last event. */
  listEvents(range: EventRange): Promise<Outcome<Page<PaymentEvent>, PaymentFailure<CallFailure>>>;

  /** One page of payments, newest first; also of other programs that use the same Stripe account. */
  listPaymentIntents(range: Range): Promise<Outcome<Page<PaymentIntent>, PaymentFailure<CallFailure>>>;

  /**
   * Proves that a webhook's body was sent by Stripe within the last 5 minutes and belongs to this mode.
   * `rawBody` must be the bytes as received: parsed and printed again they no longer match the signature.
   */
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
  /** What the buyer's browser needs to pay. Never log it. */
  readonly clientSecret: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  readonly amountReceived: Cents;
  /** Lower-case ISO code: 'usd'. */
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  readonly createdAt: Date;
  /** Why the buyer's latest try did not go through. */
  readonly lastError?: { readonly code: string; readonly declineCode?: string; readonly message: string };
};

export type Refund = {
  readonly id: string;
  /** 'failed' and 'canceled' give nothing back; 'pending' ends in one of the others. */
  readonly status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  readonly amount: Cents;
};

/** Tells that something happened. Its content may be stale or out of order: fetch the payment again and look. */
export type PaymentEvent = {
  readonly id: string;
  /** Stripe's name, such as 'payment_intent.succeeded'. */
  readonly type: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  /** The payment that the event is about; null when it is about something else. */
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
  readonly idempotencyKey: string;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer';
};

/** `since` is inclusive; `limit` is 1 to 100 and 100 when absent. */
export type Range = { readonly since?: Date; readonly startingAfter?: string; readonly limit?: number };
export type EventRange = Range & { readonly types?: readonly string[] };
export type Page<T> = { readonly items: readonly T[]; readonly hasMore: boolean };

/** refused: the call itself was wrong (or the key is). unreachable: the outcome is unknown; ask again. */
type CallFailure = 'refused' | 'unreachable';

export type PaymentFailure<Code extends string> = {
  readonly code: Code;
  /** For logs and operators, not for buyers. */
  readonly message: string;
  /** Stripe's own code, when it gave one. */
  readonly providerCode?: string;
  /** Stripe's name for the request, to look it up there. */
  readonly requestId?: string;
  /** The payment as it stands, when Stripe sent it along. */
  readonly paymentIntent?: PaymentIntent;
};

export type WebhookFailure = {
  readonly code: 'not-configured' | 'bad-signature' | 'malformed' | 'wrong-mode';
  readonly message: string;
};
