import { z } from 'zod';
import { Star } from './review.ts';

/** A review that a new shop shows until its own customers write some, as `content/reviews.json` writes it. */
export const SampleReview = z.strictObject({
  name: z.string().min(1).max(80),
  star: Star,
  review: z.string().min(1).max(2000),
});
export type SampleReview = z.infer<typeof SampleReview>;
