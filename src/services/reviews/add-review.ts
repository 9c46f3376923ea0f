import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type AddReview, REVIEW_SENDS_PER_DAY } from '#model/reviews/review.ts';
import type { ReviewStanding } from '#model/reviews/review-standing.ts';
import { person } from '#tables/identity.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { isBuyer } from './verified-purchase.ts';

export type AddReviewFailure =
  | { readonly code: 'no_purchase_yet' | 'review_hidden' }
  | { readonly code: 'too_many_reviews'; readonly retryAfter: number };

/** Drizzle knows no way to give a row its next identity; the database does. */
const NEWEST: object = { seq: sql`default` };

/** Replaces the writer's review of the same UTC day, with its id, unless an admin has hidden that one. */
export function addReview(
  { db, clock, reviewsFrom }: Pick<Context, 'db' | 'clock' | 'reviewsFrom'>,
  personId: string,
  { review: text, star }: Pick<AddReview, 'review' | 'star'>,
): Promise<Outcome<{ id: string }, AddReviewFailure>> {
  return transact(db, async (tx) => {
    const now = clock();
    // Locked, so that of two concurrent reviews the later replaces the earlier.
    const [writer] = await tx
      .select({ name: person.name, photo: person.photo })
      .from(person)
      .where(eq(person.id, personId))
      .for('no key update');
    if (!writer) throw new Error('A person with a session has no row');
    if (reviewsFrom === 'buyers' && !(await isBuyer(tx, personId))) return failure({ code: 'no_purchase_yet' });
    const { where, orderBy } = writtenToday(personId, now);
    const [today] = await tx.select().from(review).where(where).orderBy(orderBy).limit(1).for('update');
    if (today?.hiddenAt) return failure({ code: 'review_hidden' });
    if (today && today.sent >= REVIEW_SENDS_PER_DAY) {
      const retryAfter = Math.ceil((dayOf(now).until.getTime() - now.getTime()) / 1000);
      return failure({ code: 'too_many_reviews', retryAfter });
    }
    const written = { ...writer, review: text, star, createdAt: now };
    const id = { id: review.id };
    const [added] = today
      ? await tx
          .update(review)
          .set({ ...written, ...NEWEST, sent: today.sent + 1 })
          .where(eq(review.id, today.id))
          .returning(id)
      : await tx
          .insert(review)
          .values({ personId, ...written })
          .returning(id);
    if (!added) throw new Error('A written review has no row');
    const action = today ? 'review.replaced' : 'review.added';
    await record(tx, { action, actor: personId, target: added.id, meta: { star } });
    return success(added);
  });
}

/** What adding one now would find. */
export async function getReviewStanding(
  { db, clock, reviewsFrom }: Pick<Context, 'db' | 'clock' | 'reviewsFrom'>,
  personId: string,
): Promise<ReviewStanding> {
  const { where, orderBy } = writtenToday(personId, clock());
  const [today] = await db.select().from(review).where(where).orderBy(orderBy).limit(1);
  if (reviewsFrom === 'buyers' && !(await isBuyer(db, personId))) return { refusal: 'no_purchase_yet', today: null };
  if (today?.hiddenAt) return { refusal: 'review_hidden', today: null };
  return { refusal: null, today: today ? { review: today.review, star: today.star } : null };
}

const DAY = 86_400_000;

/** The day of a moment, in UTC: when it began, and when the next one does. */
function dayOf(now: Date): { readonly from: Date; readonly until: Date } {
  const from = Math.floor(now.getTime() / DAY) * DAY;
  return { from: new Date(from), until: new Date(from + DAY) };
}

const writtenToday = (personId: string, now: Date): { where: SQL | undefined; orderBy: SQL } => ({
  where: and(eq(review.personId, personId), gte(review.createdAt, dayOf(now).from)),
  orderBy: desc(review.seq),
});
