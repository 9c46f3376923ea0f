/** `creating`: the provider was not asked yet or has not answered. `capturing`: only the provider's answer ends it. */
export const PAYMENT_STATES = ['creating', 'open', 'capturing', 'succeeded', 'cancelled', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** From `cancelled`: money arrived during the closing. From `refunded`: a failed refund is sent again. */
export const PAYMENT_LIFE = {
  creating: ['open', 'cancelled'],
  open: ['capturing', 'succeeded', 'cancelled', 'refunded'],
  capturing: ['succeeded', 'cancelled', 'refunded'],
  succeeded: ['refunded'],
  cancelled: ['succeeded', 'refunded'],
  refunded: ['cancelled'],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

/** A purchase has one such payment at most, and none beside one that succeeded. */
export const UNDECIDED = ['creating', 'open', 'capturing'] as const satisfies readonly PaymentState[];

/** Nothing of a payment is known outside the shop while it is being created. */
export const isOut = (state: PaymentState | undefined): state is 'open' | 'capturing' =>
  state === 'open' || state === 'capturing';
