/** `creating`: the provider was not asked yet or has not answered. */
export const PAYMENT_STATES = ['creating', 'open', 'succeeded', 'cancelled', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** From `cancelled`: money arrived during the closing. From `refunded`: a failed refund is sent again. */
export const PAYMENT_LIFE = {
  creating: ['open', 'cancelled'],
  open: ['succeeded', 'cancelled', 'refunded'],
  succeeded: ['refunded'],
  cancelled: ['succeeded', 'refunded'],
  refunded: ['cancelled'],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;
