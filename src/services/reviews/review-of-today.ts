import { and, desc, eq, gte, type SQL } from 'drizzle-orm';
import { review } from '#tables/reviews.ts';

const DAY = 86_400_000;

/** The day of a moment, in UTC: when it began, and when the next one does. */
export function dayOf(now: Date): { readonly from: Date; readonly until: Date } {
  const from = Math.floor(now.getTime() / DAY) * DAY;
  return { from: new Date(from), until: new Date(from + DAY) };
}

export const writtenToday = (personId: string, now: Date): { where: SQL | undefined; orderBy: SQL } => ({
  where: and(eq(review.personId, personId), gte(review.createdAt, dayOf(now).from)),
  orderBy: desc(review.seq),
});
