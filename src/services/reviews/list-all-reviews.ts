import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import { person } from '#tables/identity.ts';
import { review } from '#tables/reviews.ts';
import type { Db, Transaction } from '../kernel/context.ts';
import { reviewView } from './list-reviews.ts';
import { verifiedPurchase } from './verified-purchase.ts';

const PAGE = 50;

export interface AllReviewsFilter {
  readonly show?: 'visible' | 'hidden' | undefined;
  readonly after?: number | undefined;
  readonly id?: string | undefined;
}

const admin = alias(person, 'admin');

export async function listAllReviews(
  { db }: { readonly db: Db | Transaction },
  { show, after, id }: AllReviewsFilter,
): Promise<Page<ManagedReview>> {
  const found = await db
    .select({ review, verified: verifiedPurchase, email: person.email, by: admin.name })
    .from(review)
    .leftJoin(person, eq(person.id, review.personId))
    .leftJoin(admin, eq(admin.id, review.hiddenBy))
    .where(
      and(
        after === undefined ? undefined : lt(review.seq, after),
        id === undefined ? undefined : eq(review.id, id),
        show === 'hidden' ? isNotNull(review.hiddenAt) : show === 'visible' ? isNull(review.hiddenAt) : undefined,
      ),
    )
    .orderBy(desc(review.seq))
    .limit(PAGE + 1);
  const { rows, next } = cutPage(found, PAGE, ({ review: { seq } }) => seq);
  return {
    rows: rows.map(({ review: row, verified, email, by }) => ({
      ...reviewView(row, verified),
      email,
      hidden: row.hiddenAt && {
        at: row.hiddenAt.toISOString(),
        reason: row.hiddenReason ?? '',
        by: by ?? '',
      },
    })),
    next,
  };
}

export async function countReviews({ db }: { readonly db: Db }): Promise<{ total: number; hidden: number }> {
  // Each by an index, without the texts.
  const hidden = sql<number>`(select count(*)::int from ${review} where ${isNotNull(review.hiddenAt)})`;
  const [counted] = await db.select({ total: count(), hidden }).from(review);
  return counted ?? { total: 0, hidden: 0 };
}
