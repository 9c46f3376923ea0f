import type { ListFacts } from '#contract/kernel/list-facts.ts';
import type { Review } from '#model/reviews/review.ts';

/** Newest first, of a list that is oldest first. */
export function latestReviews(reviews: readonly Review[]) {
  return reviews
    .toReversed()
    .map(({ _id, name, photo, review, star, verified }) => ({ id: _id, name, photo, text: review, star, verified }));
}

export interface Rating {
  readonly count: number;
  /** Stars, with one decimal. */
  readonly average: number;
}

/** Undefined without reviews. */
export function ratingOf({ total = 0, averageStar }: ListFacts): Rating | undefined {
  if (averageStar === undefined) return undefined;
  return { count: total, average: Math.round(averageStar * 10) / 10 };
}
