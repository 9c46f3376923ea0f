import { asc } from 'drizzle-orm';
import type { Review } from '#model/reviews/review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';

/** All reviews, oldest first. Who wrote them is shown by name only. */
export async function listReviews({ db }: Pick<Context, 'db'>): Promise<Review[]> {
  const rows = await db.select().from(review).orderBy(asc(review.seq));
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    photo: row.photo,
    review: row.review,
    star: row.star,
    createdAt: row.createdAt.toISOString(),
  }));
}
