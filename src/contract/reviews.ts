import { z } from 'zod';
import { AddReview, Review } from '#model/reviews/review.ts';
import { defineCall, Inserted } from './kernel/call.ts';

export const listReviews = defineCall('listReviews', {
  summary: 'All reviews, oldest first, without the addresses of those who wrote them',
  feature: 'reviews',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
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
