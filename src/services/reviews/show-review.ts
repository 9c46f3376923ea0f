import { and, eq, isNotNull } from 'drizzle-orm';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { type ReviewNotFound, reviewNow } from './hide-review.ts';

export function showReview(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: string,
): Promise<Outcome<ManagedReview, ReviewNotFound>> {
  return transact<ManagedReview, ReviewNotFound>(db, async (tx) => {
    const shown = await tx
      .update(review)
      .set({ hiddenAt: null, hiddenBy: null, hiddenReason: null })
      .where(and(eq(review.id, id), isNotNull(review.hiddenAt)))
      .returning({ id: review.id });
    if (shown.length > 0) await record(tx, { action: 'review.shown', actor: adminId, target: id });
    return reviewNow(tx, id);
  });
}
