import type { Context } from '../kernel/context.ts';
import { type Settlement, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

/** The provider's event that tells of a customer who disputes a charge at the bank. */
export const DISPUTE = 'charge.dispute.created';

/** A customer disputes this payment: its order is put aside for people to look at, wherever it stands. */
export const disputePayment = ({ db }: Pick<Context, 'db'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked(db, intentId, (tx, order) => toReview(tx, order, intentId, 'dispute'));
