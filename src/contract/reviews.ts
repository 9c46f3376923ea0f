import { z } from 'zod';
import { AddReview, Review } from '#model/reviews/review.ts';
import { defineCall, Inserted } from './kernel/call.ts';
import { beforeLink, pageLimit } from './kernel/page.ts';

export const listReviews = defineCall('listReviews', {
  summary:
    'The reviews, oldest first, without the addresses of those who wrote them; of more than fit into one answer the newest, with a Link to those before. X-Total-Count and X-Average-Star tell of all',
  feature: 'reviews',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  query: z.object({ limit: pageLimit('reviews'), before: beforeLink }),
  response: z.array(Review),
});

export const addReview = defineCall('addReview', {
  summary: 'Write a review, at most five a day; name and photo come from the profile',
  feature: 'reviews',
  actor: 'customer',
  ownership: 'none',
  rate: 'write',
  body: AddReview,
  response: Inserted,
});
