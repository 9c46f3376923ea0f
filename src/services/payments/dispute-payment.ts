import type { Context } from '../kernel/context.ts';
import { type Settlement, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

export const disputePayment = ({ db }: Pick<Context, 'db'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked(db, intentId, (tx, order) => toReview(tx, order, intentId, 'dispute'));
