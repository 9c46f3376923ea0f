import { and, count, desc, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { Review } from '#model/reviews/review.ts';
import { review } from '#tables/reviews.ts';
import type { Context } from '../kernel/context.ts';
import { verifiedPurchase } from './verified-purchase.ts';

const REVIEWS_PAGE = 1_000;

export interface ReviewsPage extends Page<Review> {
  readonly total: number;
  readonly averageStar: number | undefined;
}

export async function listReviews(
  { db, sampleData }: Pick<Context, 'db' | 'sampleData'>,
  { limit = REVIEWS_PAGE, after }: { readonly limit?: number | undefined; readonly after?: number | undefined } = {},
): Promise<ReviewsPage> {
  const shown = and(isNull(review.hiddenAt), sampleData ? undefined : isNotNull(review.personId));
  const [found, [all]] = await Promise.all([
    db
      .select({ review, verified: verifiedPurchase })
      .from(review)
      .where(and(shown, after === undefined ? undefined : lt(review.seq, after)))
      .orderBy(desc(review.seq))
      .limit(limit + 1),
    db
      .select({ total: count(), average: sql<number | null>`avg(${review.star})::float8` })
      .from(review)
      .where(shown),
  ]);
  const { rows, next } = cutPage(found, limit, ({ review: { seq } }) => seq);
  return {
    rows: rows.toReversed().map(({ review: row, verified }) => reviewView(row, verified)),
    next,
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
