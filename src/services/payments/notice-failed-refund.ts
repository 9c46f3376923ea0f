import type { Context } from '../kernel/context.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

/** The provider's event that tells of a refund that did not reach its card, days later perhaps. */
export const REFUND_FAILED = 'refund.failed';

/** Money that counted as given back is with the shop again: its order is put aside, and people are told. */
export async function noticeFailedRefund({ db, log }: Pick<Context, 'db' | 'log'>, intentId: string): Promise<void> {
  await withPaymentLocked(db, intentId, (tx, order) => toReview(tx, order, intentId, 'refund'));
  log.error({ intent: intentId }, 'a refund has failed at the provider: the customer has not got the money back');
}
