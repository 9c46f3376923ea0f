import type { Review } from '#model/reviews/review.ts';

/** The newest reviews first, of a list that has the oldest first. */
export function latestReviews(reviews: readonly Review[]) {
  return reviews
    .toReversed()
    .map(({ _id, name, photo, review, star, verified }) => ({ id: _id, name, photo, text: review, star, verified }));
}

/** How all reviews together rate the shop. */
export interface Rating {
  readonly count: number;
  /** Stars, with one decimal. */
  readonly average: number;
}

/** From the answer to the call for reviews; undefined without any. */
export function ratingOf(headers: Headers): Rating | undefined {
  const average = headers.get('x-average-star');
  if (average === null) return undefined;
  return { count: Number(headers.get('x-total-count')), average: Math.round(Number(average) * 10) / 10 };
}
