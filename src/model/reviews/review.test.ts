import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCount } from '#texts/format.ts';
import { AddReview, REVIEW_LENGTH, Star } from './review.ts';

test('of all numbers, ten are ratings', () => {
  const tenths = Array.from({ length: 121 }, (_, index) => (index - 30) / 10);
  expect(tenths.filter((it) => Star.safeParse(it).success)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
  fc.assert(
    fc.property(fc.double(), (value) => {
      const right = value >= 0.5 && value <= 5 && Number.isInteger(value * 2);
      expect(Star.safeParse(value).success).toBe(right);
    }),
  );
});

test.each([undefined, null, '5', '4.5', Number.NaN, true, [5]])('%j is no rating', (star) => {
  expect(Star.safeParse(star).success).toBe(false);
});

test('a review is 1 to 2,000 characters of plain text, spaces around it aside', () => {
  const read = (review: unknown) => AddReview.safeParse({ review, star: 5 });
  expect(read('  Good.\n\nVery.  ').data?.review).toBe('Good.\n\nVery.');
  expect(read('x'.repeat(2000)).success).toBe(true);
  expect(read('x'.repeat(REVIEW_LENGTH + 1)).error?.issues[0]?.message).toBe(
    `A review may have ${formatCount(REVIEW_LENGTH)} characters at most.`,
  );
  for (const wrong of ['', '   \n', 'x'.repeat(2001), 'bell\u0007', 'nul\u0000', 5, null, undefined])
    expect([wrong, read(wrong).success]).toEqual([wrong, false]);
  expect(read('<script>alert(1)</script>').data?.review).toBe('<script>alert(1)</script>');
});
