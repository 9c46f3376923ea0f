import { expect, test } from 'vitest';
import { Star } from '#model/reviews/review.ts';
import { RATINGS, ratingAfter } from './rating-keys.ts';

test('the stars offer just the ratings that a review may have', () => {
  const tenths = Array.from({ length: 100 }, (_, index) => index / 10);
  expect(tenths.filter((it) => Star.safeParse(it).success)).toEqual([...RATINGS]);
});

test.each([
  ['ArrowRight', 3, 3.5],
  ['ArrowDown', 3, 3.5],
  ['ArrowLeft', 3, 2.5],
  ['ArrowUp', 3, 2.5],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 0.5, 0.5],
  ['ArrowRight', null, 0.5],
  ['ArrowLeft', null, 0.5],
  ['Home', 4, 0.5],
  ['End', null, 5],
  ['Tab', 3, undefined],
  ['5', 3, undefined],
])('%s on %s leads to %s', (key, value, next) => {
  expect(ratingAfter(key, value)).toBe(next);
});
