import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { HideReview, ManagedReview } from '#model/reviews/managed-review.ts';
import { review } from '#tables/reviews.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { listAllReviews } from './list-all-reviews.ts';

type ReviewNotFound = { readonly code: 'review_not_found' };

/**
 * One that is hidden already keeps its reason. Returns the review as it is now, and whether it was hidden `already`.
 * @param wish `shown` is when the review that the admin read was written; a newer one is not hidden
 */
export function hideReview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: string,
  { reason, shown }: HideReview,
): Promise<Outcome<ManagedReview & { already: boolean }, ReviewNotFound | { readonly code: 'review_replaced' }>> {
  return transact(db, async (tx) => {
    const written = shown && new Date(shown).toISOString();
    const asShown = written ? sql`date_trunc('milliseconds', ${review.createdAt}) = ${written}` : undefined;
    const hidden = await tx
      .update(review)
      .set({ hiddenAt: clock(), hiddenBy: adminId, hiddenReason: reason })
      .where(and(eq(review.id, id), isNull(review.hiddenAt), asShown))
      .returning({ id: review.id });
    if (hidden.length > 0) await record(tx, { action: 'review.hidden', actor: adminId, target: id, meta: { reason } });
    const now = await reviewNow(tx, id);
    if (!now.ok) return now;
    if (written && now.value.createdAt !== written) return failure({ code: 'review_replaced' });
    // Sent again after a lost answer it is still this admin's.
    const theirs = and(eq(review.id, id), eq(review.hiddenBy, adminId), eq(review.hiddenReason, reason));
    return success({ ...now.value, already: (await tx.$count(review, theirs)) === 0 });
  });
}

export function showReview(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: string,
): Promise<Outcome<ManagedReview, ReviewNotFound>> {
  return transact(db, async (tx) => {
    const shown = await tx
      .update(review)
      .set({ hiddenAt: null, hiddenBy: null, hiddenReason: null })
      .where(and(eq(review.id, id), isNotNull(review.hiddenAt)))
      .returning({ id: review.id });
    if (shown.length > 0) await record(tx, { action: 'review.shown', actor: adminId, target: id });
    return reviewNow(tx, id);
  });
}

async function reviewNow(tx: Transaction, id: string): Promise<Outcome<ManagedReview, ReviewNotFound>> {
  const [now] = (await listAllReviews({ db: tx }, { id })).rows;
  return now ? success(now) : failure({ code: 'review_not_found' });
}
