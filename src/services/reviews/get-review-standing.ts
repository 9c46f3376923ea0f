import type { ReviewStanding } from '#model/reviews/review-standing.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { writtenToday } from './review-of-today.ts';
import { isBuyer } from './verified-purchase.ts';

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
