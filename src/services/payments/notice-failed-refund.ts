import { eq } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

export const REFUND_FAILED = 'refund.failed';

/** The event may be older than a successful retry: all refunds are listed. Returns why to look again, or undefined. */
export async function noticeFailedRefund(
  { db, payments, log }: Pick<Context, 'db' | 'payments' | 'log'>,
  intentId: string,
): Promise<string | undefined> {
  const [known] = await db.select({ state: payment.state }).from(payment).where(eq(payment.intentId, intentId));
  const listed = await payments.listRefunds(intentId);
  if (!listed.ok && listed.failure.code !== 'not-found') return listed.failure.code;
  // A pending refund reports its own end.
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
