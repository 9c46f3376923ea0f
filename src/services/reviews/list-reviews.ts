import { count, desc, lt, sql } from 'drizzle-orm';
import type { Review } from '#model/reviews/review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';

/** The most reviews that one answer holds. */
const REVIEWS_PAGE = 1_000;

export interface ReviewsPage {
  /** Oldest first. Who wrote them is shown by name only. */
  readonly reviews: Review[];
  /** Ask again with this for the reviews before; undefined when there are none. */
  readonly before: number | undefined;
  /** How many reviews there are. */
  readonly total: number;
  /** Of all of them, in stars; undefined when there is none. */
  readonly averageStar: number | undefined;
}

/** The newest reviews. @param before only those before this one */
export async function listReviews(
  { db }: Pick<Context, 'db'>,
  { limit = REVIEWS_PAGE, before }: { readonly limit?: number | undefined; readonly before?: number | undefined } = {},
): Promise<ReviewsPage> {
  const [found, [all]] = await Promise.all([
    db
      .select()
      .from(review)
      .where(before === undefined ? undefined : lt(review.seq, before))
      .orderBy(desc(review.seq))
      .limit(limit + 1),
    db.select({ total: count(), average: sql<number | null>`avg(${review.star})::float8` }).from(review),
  ]);
  const rows = found.slice(0, limit);
  return {
    reviews: rows.toReversed().map(reviewView),
    before: found.length > limit ? rows.at(-1)?.seq : undefined,
    total: all?.total ?? 0,
    averageStar: all?.average ?? undefined,
  };
}

const reviewView = (row: typeof review.$inferSelect): Review => ({
  _id: row.id,
  name: row.name,
  photo: row.photo,
  review: row.review,
  star: row.star,
  createdAt: row.createdAt.toISOString(),
});
