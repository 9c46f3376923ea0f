import { endWith } from '#platform/jobs/work-jobs.ts';
import type { Context } from '../kernel/context.ts';
import { type Settlement, standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

/** Ends the job of the event: one that came again after the decision would open the review anew. */
export const disputePayment = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  intentId: string,
  jobId: number,
): Promise<Settlement> =>
  withPaymentLocked(db, intentId, async (tx, order) =>
    (await endWith(tx, jobId, clock())) ? toReview(tx, order, intentId, 'dispute') : standingOf(order.state),
  );
