import type { Decision, ReviewReason } from '#model/orders/order.ts';
import { isOfUnknownPayment } from '#model/orders/order-life.ts';

/** Why a purchase was put aside, and what an admin does about it. `transactionId`: by which it is paid. */
export const whyReview = (reason: ReviewReason, transactionId: string | null): string =>
  isOfUnknownPayment(reason, transactionId) ? PAID_BEFORE : WHY_REVIEW[reason];

const PAID_BEFORE =
  'PayPal says that it was paid before, by a payment that the shop does not know. Look for its id at PayPal, give that money back there, and decide that it went back in another way.';

export const WHY_REVIEW: Record<ReviewReason, string> = {
  amount: 'Another amount was paid than the order costs. Compare it at the provider.',
  currency: 'It was paid in another currency. Compare it at the provider.',
  order: 'The payment names another order. Compare it at the provider.',
  mode: 'The payment mixes test and real money. Compare it at the provider.',
  provider: 'The provider no longer shows its payment as paid. Compare it there before anything is sent.',
  pending:
    'The provider has taken the money and not handed it over for a week. Look at it there. Once it has come, or failed, you can decide.',
  refund: 'A refund did not go through. Look into it: send it again, or give the money back in another way.',
  returned:
    'Its money is gone: given back at the provider when pieces had left, or lost by a dispute. Close it, and say whether pieces came back.',
  dispute: 'The payment is disputed. Answer it at the provider; send nothing meanwhile.',
};

/** Why a purchase was put aside, in short. */
export const REVIEWED: Record<ReviewReason, string> = {
  amount: 'another amount was paid than it costs',
  currency: 'it was paid in another currency',
  order: 'the payment names another order',
  mode: 'the payment mixes test and real money',
  provider: 'the provider no longer shows its payment as paid',
  pending: 'the provider has not handed over its money for a week',
  refund: 'a refund did not go through',
  returned: 'all its money was given back at the provider',
  dispute: 'the payment is disputed',
};

/** What an admin decided of it. */
export const DECIDED: Record<Decision, string> = {
  keep: 'that the payment stands',
  again: 'that what did not get back is sent again',
  refund: 'that the money goes back',
  close: 'that nothing more is to be done',
};
