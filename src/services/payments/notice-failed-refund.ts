import { eq } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

/** The provider's event that tells of a refund that did not reach its card, days later perhaps. */
export const REFUND_FAILED = 'refund.failed';

/**
 * Puts an order aside when money that counted as given back is with the shop again. The event may be older than a try
 * that went through: all refunds are asked for anew. Answers why it must be looked at again, or undefined.
 */
export async function noticeFailedRefund(
  { db, payments, log }: Pick<Context, 'db' | 'payments' | 'log'>,
  intentId: string,
): Promise<string | undefined> {
  const [known] = await db.select({ state: payment.state }).from(payment).where(eq(payment.intentId, intentId));
  const listed = await payments.listRefunds(intentId);
  if (!listed.ok && listed.failure.code !== 'not-found') return listed.failure.code;
  // One that is pending tells of its own end.
  const standing = (listed.ok ? listed.value : []).filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const given = standing.reduce((sum, { amount }) => sum + amount, 0);
  const end = await withPaymentLocked(db, intentId, async (tx, order, attempt) => {
    if (attempt.state !== known?.state) return 'moved';
    return given >= attempt.amountCents ? 'given' : toReview(tx, order, intentId, 'refund');
  });
  if (end === 'moved') return end;
  if (end === 'review')
    log.error({ intent: intentId }, 'a refund has failed at the provider: the customer has not got the money back');
  return undefined;
}
