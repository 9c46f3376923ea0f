export const PROVIDERS = ['stripe', 'paypal'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Events that the shop does more for than look the payment up, by Stripe's names. */
export const EVENTS = {
  dispute: 'charge.dispute.created',
  disputeEnded: 'charge.dispute.closed',
  refunded: 'charge.refunded',
  refundFailed: 'refund.failed',
} as const;

/** Of PayPal alone: it takes money back by itself, or for the payer's bank. Its refunds need not list it. */
export const REVERSED = 'PAYMENT.CAPTURE.REVERSED';

/** What the webhook at Stripe is for: README names them. */
export const STRIPE_EVENTS: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  ...Object.values(EVENTS),
];

/** The same of the webhook at PayPal. */
export const PAYPAL_EVENTS: readonly string[] = [
  'CHECKOUT.ORDER.APPROVED',
  ...['COMPLETED', 'PENDING', 'DENIED', 'DECLINED', 'REFUNDED'].map((what) => `PAYMENT.CAPTURE.${what}`),
  REVERSED,
  'PAYMENT.REFUND.FAILED',
  ...['CREATED', 'RESOLVED'].map((what) => `CUSTOMER.DISPUTE.${what}`),
];

export interface Capabilities {
  /** It closes a payment, for good. Else the shop gives the payment up by never taking it. */
  readonly closes: boolean;
  /** The shop takes the money once the buyer has approved. Else the buyer's browser does, without asking the shop. */
  readonly takes: boolean;
  /** It lists payments and events. Else each payment is asked for. */
  readonly lists: boolean;
  /** Its list of refunds may show what a lost dispute took, which is known by its amount alone. */
  readonly showsLost: boolean;
}

export const CAN = {
  stripe: { closes: true, takes: false, lists: true, showsLost: false },
  paypal: { closes: false, takes: true, lists: false, showsLost: true },
} as const satisfies Record<ProviderName, Capabilities>;
