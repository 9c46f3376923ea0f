import { z } from 'zod';
import { Star } from './review.ts';

export const SampleReview = z.strictObject({
  name: z.string().min(1).max(80),
  star: Star,
  review: z.string().min(1).max(2000),
});
export type SampleReview = z.infer<typeof SampleReview>;
