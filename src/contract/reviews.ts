import { z } from 'zod';
import { ReviewId } from '#model/kernel/ids.ts';
import { pageOf } from '#model/kernel/page.ts';
import { HideReview, ManagedReview } from '#model/reviews/managed-review.ts';
import { AddReview, Review } from '#model/reviews/review.ts';
import { ReviewStanding } from '#model/reviews/review-standing.ts';
import { byEmail, defineCall, Inserted } from './kernel/call.ts';
import { afterNext, afterOrBefore, pageLimit } from './kernel/page.ts';

const ofAdmins = { feature: 'reviews', actor: 'admin', ownership: 'none' } as const;

export const listReviews = defineCall('listReviews', {
  summary:
    'The reviews, oldest first, without the addresses of those who wrote them and without hidden ones; of more than fit into one answer the newest, with a Link to those before. X-Total-Count and X-Average-Star tell of all',
  feature: 'reviews',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  query: z.object({ limit: pageLimit('reviews'), ...afterOrBefore }),
  paged: ['total', 'averageStar'],
  response: z.array(Review),
});

export const addReview = defineCall('addReview', {
  summary:
    'Write a review. Another one on the same day (UTC) replaces it, at most five a day; name and photo come from the profile',
  feature: 'reviews',
  actor: 'customer',
  ownership: 'own-email',
  rate: 'write',
  changes: 'content',
  problems: ['no_purchase_yet', 'review_hidden', 'too_many_reviews'],
  body: AddReview,
  response: Inserted,
});

export const getReviewStanding = defineCall('getReviewStanding', {
  summary: 'Whether the caller may write a review now, and the one of today that it would replace',
  feature: 'reviews',
  actor: 'customer',
  ownership: 'own-email',
  rate: 'read',
  params: byEmail,
  response: ReviewStanding,
});

export const listAllReviews = defineCall('listAllReviews', {
  summary: 'All reviews with their writers, also hidden ones, newest first, 50 at most, with a `next` for those before',
  ...ofAdmins,
  rate: 'read',
  query: z.strictObject({
    show: z.enum(['visible', 'hidden'], { error: 'Ask for visible or hidden reviews.' }).optional(),
    after: afterNext,
  }),
  response: z.object({
    ...pageOf(ManagedReview),
    total: z.int().meta({ description: 'How many reviews there are' }),
    hidden: z.int().meta({ description: 'How many of them are hidden' }),
  }),
});

const byId = z.object({ id: ReviewId });

export const hideReview = defineCall('hideReview', {
  summary: 'Hide a review from everybody, with a reason; one that is hidden already keeps its reason',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['review_not_found', 'review_replaced'],
  params: byId,
  body: HideReview,
  response: ManagedReview.extend({
    already: z.boolean().meta({ description: 'Another hiding stands, and nothing was changed' }),
  }),
});

export const showReview = defineCall('showReview', {
  summary: 'Show a hidden review again',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['review_not_found'],
  params: byId,
  response: ManagedReview,
});
