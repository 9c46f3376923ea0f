import { and, eq, sql } from 'drizzle-orm';
import { leads } from '#model/kernel/life.ts';
import type { ReviewReason } from '#model/orders/order.ts';
import type { AdminNews } from '#model/people/admin-mail.ts';
import { PURCHASE_LIFE } from '#model/purchases/purchase-life.ts';
import { orderReview, purchase } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import type { Messages } from '../kernel/post.ts';
import { type Deed, record } from '../kernel/record.ts';
import { move } from '../orders/move-purchase.ts';
import { forgetWish } from './change-purchase.ts';
import { closeLiveAttempts } from './close-live-attempts.ts';

type Reviewed = Pick<typeof purchase.$inferSelect, 'id' | 'state' | 'reviewNo'>;

/** New trouble restarts the review, so that admins decide only about what they have seen. */
export async function toReview(
  tx: Transaction,
  order: Reviewed,
  intentId: string,
  why: ReviewReason,
  figures: Deed['meta'] = {},
): Promise<'review'> {
  const changes = { reviewReason: why, reviewIntent: intentId, reviewNo: order.reviewNo + 1 };
  const { id, state } = order;
  if (state === 'review') {
    await tx.update(purchase).set(changes).where(eq(purchase.id, id));
  } else {
    if (!leads(PURCHASE_LIFE, state, 'review')) throw new Error(`Purchase ${id} is ${state}, and money came for it`);
    await closeLiveAttempts(tx, id, intentId);
    await forgetWish(tx, id);
    await move(tx, id, state, 'review', changes);
  }
  await tx.insert(orderReview).values({ orderId: id, no: changes.reviewNo, intentId, reason: why });
  const action = state === 'review' ? 'order.review_added' : 'order.review';
  await record(tx, { action, target: id, meta: { intent: intentId, why, ...figures } });
  const cause = `${intentId}:${changes.reviewNo}`;
  const { lost } = figures ?? {};
  const about = { ...(why !== 'dispute' && { why }), ...(typeof lost === 'number' && { lost }) };
  if (why === 'refund') await tellAdmins(tx, 'refundRefused', cause, id);
  else await tellAdmins(tx, 'dispute', cause, id, about);
  return 'review';
}

/** For trouble that is found anew whenever somebody looks: what people look into for it already stays as it is. */
export const toReviewOnce = async (
  tx: Transaction,
  order: Reviewed,
  intentId: string,
  why: ReviewReason,
  figures?: Deed['meta'],
): Promise<'review'> =>
  order.state === 'review' && (await wasReviewed(tx, order.id, intentId, why))
    ? 'review'
    : toReview(tx, order, intentId, why, figures);

/** Whether a purchase was ever put aside for this reason. */
export async function wasReviewed(
  tx: Transaction,
  orderId: string,
  intentId: string,
  reason: ReviewReason,
): Promise<boolean> {
  const about = and(
    eq(orderReview.orderId, orderId),
    eq(orderReview.intentId, intentId),
    eq(orderReview.reason, reason),
  );
  return (await tx.$count(orderReview, about)) > 0;
}

/** Sent once for each `cause`. */
export const tellAdmins = (
  tx: Transaction,
  news: Exclude<AdminNews, 'lowStock'>,
  cause: string,
  orderId: string,
  about: Pick<Messages['mail.order-news'], 'why' | 'lost'> = {},
) =>
  ask(
    tx,
    named(
      'tell-admins',
      sql`select tell_admins('mail.order-news', ${news}, ${cause}, ${JSON.stringify({ orderId, ...about })}::jsonb)`,
    ),
  );
