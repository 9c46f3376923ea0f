import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ReviewReason } from '#model/orders/order.ts';
import { audit } from '#tables/kernel.ts';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { type Deed, record } from '../kernel/record.ts';
import { closeLiveAttempts } from './close-live-attempts.ts';
import { move } from './move-order.ts';

type OrderRow = typeof orders.$inferSelect;

/**
 * Puts an order aside until people have looked at its money. It is shown as neither paid nor payable meanwhile. Another
 * trouble that comes while it is there begins the look anew: nobody decides about what they have not seen.
 * @param figures what the provider says of the payment
 */
export async function toReview(
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'state' | 'reviewNo'>,
  intentId: string,
  why: ReviewReason,
  figures: Deed['meta'] = {},
): Promise<'review'> {
  const its = { reviewReason: why, reviewIntent: intentId, reviewNo: order.reviewNo + 1 };
  const meta = { intent: intentId, why, ...figures };
  if (order.state !== 'review') {
    await closeLiveAttempts(tx, order.id, intentId);
    await move(tx, order.id, 'review', its);
    await record(tx, { action: 'order.review', target: order.id, meta });
  } else if (!(await isKnown(tx, order.id, intentId, why))) {
    await tx
      .update(orders)
      .set(its)
      .where(and(eq(orders.id, order.id), eq(orders.state, 'review')));
    await record(tx, { action: 'order.review_added', target: order.id, meta });
  }
  return 'review';
}

/** Whether this trouble was told before: news of it come several times, by several ways. */
async function isKnown(tx: Transaction, orderId: string, intentId: string, why: ReviewReason): Promise<boolean> {
  const [told] = await tx
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.target, orderId),
        inArray(audit.action, ['order.review', 'order.review_added']),
        sql`${audit.meta} ->> 'intent' = ${intentId} and ${audit.meta} ->> 'why' = ${why}`,
      ),
    )
    .limit(1);
  return told !== undefined;
}
