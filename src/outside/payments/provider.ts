import type { Cents } from '#model/kernel/money.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ProviderName } from '#model/payments/provider.ts';

/** What the shop asks of whoever takes its money; `CAN` says what each can do. Their states are mapped to ours here alone. */
export type Provider = {
  readonly name: ProviderName;
  readonly mode: PaymentMode;

  /** In US dollars. After `unreachable` repeat the call with the same key: it returns the same payment. */
  create(order: NewPayment): Promise<Outcome<ProviderPayment, PaymentFailure<'refused' | 'unreachable'>>>;

  look(id: string): Promise<Outcome<ProviderPayment, PaymentFailure<'not-found' | CallFailure>>>;

  /** `wrong-state` carries the payment, 'captured' when the buyer was faster. Already closed is a success. */
  close(id: string): Promise<Outcome<ProviderPayment, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /**
   * Takes what the buyer has approved, once however often it is asked. `declined`: it does not come. `paid-before`: another
   * payment of its invoice has. After `unreachable` look before repeating it.
   */
  take(
    id: string,
    idempotencyKey: string,
  ): Promise<
    Outcome<ProviderPayment, PaymentFailure<'not-found' | 'wrong-state' | 'declined' | 'paid-before' | CallFailure>>
  >;

  /** Refunds a part, or what is left of a payment. `wrong-state`: nothing was paid or nothing is left. */
  refund(refund: NewRefund): Promise<Outcome<Refund, PaymentFailure<'not-found' | 'wrong-state' | CallFailure>>>;

  /** The newest 100, newest first, including failed ones. `not-found`: it cannot be said whether there are any. */
  listRefunds(
    paymentId: string,
    known?: KnownRefund,
  ): Promise<Outcome<readonly Refund[], PaymentFailure<'not-found' | CallFailure>>>;

  /** Of all payments, newest first, including failed ones. */
  listAllRefunds(range: Range): Promise<Outcome<Page<Refund>, PaymentFailure<CallFailure>>>;

  /** Newest first. For the next page `startingAfter` is the id of the last event. */
  listEvents(range: EventRange): Promise<Outcome<Page<PaymentEvent>, PaymentFailure<CallFailure>>>;

  /** Newest first, including payments of other programs with the same account. */
  listPayments(range: Range): Promise<Outcome<Page<ProviderPayment>, PaymentFailure<CallFailure>>>;

  /** Accepts what the provider signed for this mode. `rawBody`: the bytes as received. */
  verifyWebhook(
    rawBody: Uint8Array,
    headers: WebhookHeaders,
  ): Outcome<PaymentEvent, WebhookFailure> | Promise<Outcome<PaymentEvent, WebhookFailure>>;
};

export type PaymentMode = 'sandbox' | 'test' | 'live';

/** `approved`: the shop may take it. `closed`: it can never become money. */
export type PaymentStatus = 'awaiting_buyer' | 'approved' | 'processing' | 'captured' | 'closed';

export type ProviderPayment = {
  readonly id: string;
  /** For the buyer's browser, empty where the buyer approves elsewhere. Never log it. */
  readonly clientSecret: string;
  /** Where the buyer approves it. */
  readonly approveUrl?: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  readonly amountReceived: Cents;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  readonly createdAt: Date;
  /** What its refunds and disputes go by, where that is not its id. */
  readonly captureId?: string;
};

export type Refund = {
  readonly id: string;
  /** 'failed' and 'canceled' refund nothing; 'pending' is not final. */
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  readonly amount: Cents;
  readonly paymentId: string | null;
  /** The shop's own id of it; absent in what others made. */
  readonly refundId?: string;
};

/** May be stale or out of order: fetch the payment for its current state. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  readonly paymentId: string | null;
  /** Where the event names that and not the payment. */
  readonly captureId?: string;
  /** What it is about, by the provider's id. */
  readonly refund?: string;
  /** How a dispute ended, where the event says that it did. */
  readonly dispute?: EndedDispute;
};

/** What is not known to be won is lost: people look at that. `amount`: what of the payment, where it is said. */
export type EndedDispute = { readonly id?: string; readonly won: boolean; readonly amount?: Cents };

/** By what a payment is known that the provider shows no longer. `refund`: the provider's id of one of its refunds. */
export type KnownRefund = { readonly captureId?: string; readonly refund?: string };

export type NewPayment = {
  readonly orderId: string;
  /** 1 for the first payment of an order. */
  readonly attempt: number;
  /** Taken once at most, by a provider that looks at it. */
  readonly invoice: string;
  readonly amount: Cents;
  readonly idempotencyKey: string;
  /** The shop's page that the buyer comes back to from the provider's. */
  readonly returnTo: string;
};

export type NewRefund = {
  readonly paymentId: string;
  /** Looked for where it is absent. */
  readonly captureId?: string;
  /** By which the shop finds it in the provider's list. */
  readonly refundId?: string;
  /** Absent: all that is left. */
  readonly amount?: Cents;
  readonly idempotencyKey: string;
};

/** `since` is inclusive; `limit` is 1 to 100 and 100 when absent. */
export type Range = { readonly since?: Date; readonly startingAfter?: string; readonly limit?: number };
export type EventRange = Range & { readonly types?: readonly string[] };
export type Page<T> = { readonly items: readonly T[]; readonly hasMore: boolean };

/** By their names in lower case. */
export type WebhookHeaders = (name: string) => string | undefined;

/** refused: the call or the key is wrong. unreachable: the outcome is unknown; repeat the call. */
type CallFailure = 'refused' | 'unreachable';

export type PaymentFailure<Code extends string> = {
  readonly code: Code;
  /** For logs and operators, not for buyers. */
  readonly message: string;
  readonly providerCode?: string;
  readonly requestId?: string;
  readonly payment?: ProviderPayment;
};

export type WebhookFailure = {
  /** unreachable: the provider could not say whether it is its own. */
  readonly code: 'not-configured' | 'bad-signature' | 'malformed' | 'wrong-mode' | 'unreachable';
  readonly message: string;
};
