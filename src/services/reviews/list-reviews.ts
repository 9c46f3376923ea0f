import { and, count, desc, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Review } from '#model/reviews/review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { verifiedPurchase } from './verified-purchase.ts';

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

/** The newest reviews that are not hidden. @param before only those before this one */
export async function listReviews(
  { db, sampleData }: Pick<Context, 'db' | 'sampleData'>,
  { limit = REVIEWS_PAGE, before }: { readonly limit?: number | undefined; readonly before?: number | undefined } = {},
): Promise<ReviewsPage> {
  // A sample review has no writer.
  const shown = and(isNull(review.hiddenAt), sampleData ? undefined : isNotNull(review.personId));
  const [found, [all]] = await Promise.all([
    db
      .select({ review, verified: verifiedPurchase })
      .from(review)
      .where(and(shown, before === undefined ? undefined : lt(review.seq, before)))
      .orderBy(desc(review.seq))
      .limit(limit + 1),
    db
      .select({ total: count(), average: sql<number | null>`avg(${review.star})::float8` })
      .from(review)
      .where(shown),
  ]);
  const rows = found.slice(0, limit);
  return {
    reviews: rows.toReversed().map(({ review: row, verified }) => reviewView(row, verified)),
    before: found.length > limit ? rows.at(-1)?.review.seq : undefined,
    total: all?.total ?? 0,
    averageStar: all?.average ?? undefined,
  };
}

export const reviewView = (row: typeof review.$inferSelect, verified: boolean): Review => ({
  _id: row.id,
  name: row.name,
  photo: row.photo,
  review: row.review,
  star: row.star,
  verified,
  createdAt: row.createdAt.toISOString(),
});
