import { z } from 'zod';
import { Star } from './review.ts';

export type ReviewsFrom = 'everyone' | 'buyers';

export const ReviewStanding = z.object({
  refusal: z
    .enum(['no_purchase_yet', 'review_hidden'])
    .nullable()
    .meta({ description: 'The code of the problem with which a review would be refused now' }),
  today: z
    .object({ review: z.string(), star: Star })
    .nullable()
    .meta({ description: 'The review that was sent today (UTC): the next one replaces it' }),
});
export type ReviewStanding = z.infer<typeof ReviewStanding>;
