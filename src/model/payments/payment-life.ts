/** How far an attempt to pay has come. `creating`: the provider was not asked yet, or has not answered. */
export const PAYMENT_STATES = ['creating', 'open', 'succeeded', 'cancelled', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Every move that a payment may make. The arrows from `cancelled` are for money that arrives although the payment was
 * being closed; the one from `refunded` is for a refund that failed and is sent once more.
 */
export const PAYMENT_LIFE = {
  creating: ['open', 'cancelled'],
  open: ['succeeded', 'cancelled', 'refunded'],
  succeeded: ['refunded'],
  cancelled: ['succeeded', 'refunded'],
  refunded: ['cancelled'],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;
