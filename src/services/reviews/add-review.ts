import { and, desc, eq, gt } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type AddReview, REVIEWS_PER_DAY } from '#model/reviews/review.ts';
import { person } from '#tables/identity.ts';
import { review } from '#tables/reviews.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

export type AddReviewFailure = { readonly code: 'too_many_reviews'; readonly retryAfter: number };

const DAY = 86_400_000;

/** Writes a customer's review under the name and photo that their profile has now. */
export function addReview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  { review: text, star }: Pick<AddReview, 'review' | 'star'>,
): Promise<Outcome<{ id: string }, AddReviewFailure>> {
  return transact<{ id: string }, AddReviewFailure>(db, async (tx) => {
    const now = clock();
    // Held until the end, so that two reviews that are sent at once count each other.
    const [writer] = await tx
      .select({ name: person.name, photo: person.photo })
      .from(person)
      .where(eq(person.id, personId))
      .for('no key update');
    if (!writer) throw new Error('Somebody with a session has no row');
    const retryAfter = await secondsToWait(tx, personId, now);
    if (retryAfter > 0) return failure({ code: 'too_many_reviews', retryAfter });
    const [added] = await tx
      .insert(review)
      .values({ personId, ...writer, review: text, star, createdAt: now })
      .returning({ id: review.id });
    if (!added) throw new Error('An inserted review has no row');
    await record(tx, { action: 'review.added', actor: personId, target: added.id, meta: { star } });
    return success(added);
  });
}

async function secondsToWait(tx: Transaction, personId: string, now: Date): Promise<number> {
  const recent = await tx
    .select({ at: review.createdAt })
    .from(review)
    .where(and(eq(review.personId, personId), gt(review.createdAt, new Date(now.getTime() - DAY))))
    .orderBy(desc(review.createdAt))
    .limit(REVIEWS_PER_DAY);
  const oldest = recent[REVIEWS_PER_DAY - 1];
  return oldest ? Math.max(1, Math.ceil((oldest.at.getTime() + DAY - now.getTime()) / 1000)) : 0;
}
