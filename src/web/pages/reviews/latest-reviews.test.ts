import { expect, test } from 'vitest';
import { latestReviews } from './latest-reviews.ts';

test('of a list that has the oldest review first, the newest come first', () => {
  const review = (n: number) => ({
    _id: `${n}`,
    name: `Client ${n}`,
    photo: null,
    review: 'Good.',
    star: 4.5,
    verified: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(latestReviews([2, 3, 4].map(review)).map(({ id }) => id)).toEqual(['4', '3', '2']);
  expect(latestReviews([])).toEqual([]);
});
