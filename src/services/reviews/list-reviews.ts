import { and, count, desc, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Review } from '#model/reviews/review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { verifiedPurchase } from './verified-purchase.ts';

const REVIEWS_PAGE = 1_000;

export interface ReviewsPage {
  readonly reviews: Review[];
  readonly before: number | undefined;
  readonly total: number;
  readonly averageStar: number | undefined;
}

export async function listReviews(
  { db, sampleData }: Pick<Context, 'db' | 'sampleData'>,
  { limit = REVIEWS_PAGE, before }: { readonly limit?: number | undefined; readonly before?: number | undefined } = {},
): Promise<ReviewsPage> {
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
