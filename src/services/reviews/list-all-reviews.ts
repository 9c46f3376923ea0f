import { and, count, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import { person } from '#tables/identity.ts';
import { review } from '#tables/reviews.ts';
import type { Db, Transaction } from '../kernel/context.ts';
import { reviewView } from './list-reviews.ts';
import { verifiedPurchase } from './verified-purchase.ts';

const MAX_PAGE = 50;

export interface AllReviewsFilter {
  readonly show?: 'visible' | 'hidden' | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  readonly id?: string | undefined;
}

export interface AllReviewsPage {
  readonly reviews: ManagedReview[];
  readonly before: number | undefined;
}

const admin = alias(person, 'admin');

export async function listAllReviews(
  { db }: { readonly db: Db | Transaction },
  { show, before, id, limit = MAX_PAGE }: AllReviewsFilter = {},
): Promise<AllReviewsPage> {
  const size = Math.min(limit, MAX_PAGE);
  const found = await db
    .select({ review, verified: verifiedPurchase, email: person.email, by: admin.name })
    .from(review)
    .leftJoin(person, eq(person.id, review.personId))
    .leftJoin(admin, eq(admin.id, review.hiddenBy))
    .where(
      and(
        before === undefined ? undefined : lt(review.seq, before),
        id === undefined ? undefined : eq(review.id, id),
        show === 'hidden' ? isNotNull(review.hiddenAt) : show === 'visible' ? isNull(review.hiddenAt) : undefined,
      ),
    )
    .orderBy(desc(review.seq))
    .limit(size + 1);
  const page = found.slice(0, size);
  return {
    reviews: page.map(({ review: row, verified, email, by }) => ({
      ...reviewView(row, verified),
      email,
      hidden: row.hiddenAt && {
        at: row.hiddenAt.toISOString(),
        reason: row.hiddenReason ?? '',
        by: by ?? '',
      },
    })),
    before: found.length > size ? page.at(-1)?.review.seq : undefined,
  };
}

export async function countReviews({ db }: { readonly db: Db }): Promise<{ total: number; hidden: number }> {
  const [counted] = await db.select({ total: count(), hidden: count(review.hiddenAt) }).from(review);
  return counted ?? { total: 0, hidden: 0 };
}
