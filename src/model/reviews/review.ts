import { z } from 'zod';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { STAR } from './star.ts';

export const REVIEW_LENGTH = 2000;
export const REVIEW_SENDS_PER_DAY = 5;

const RATE = 'Choose a rating from half a star to 5 stars.';

export const Star = z
  .number({ error: RATE })
  .min(STAR.least, { error: RATE })
  .max(STAR.most, { error: RATE })
  .multipleOf(STAR.step, { error: RATE });

export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  photo: z.string().nullable(),
  review: z.string(),
  star: Star,
  verified: z.boolean().meta({ description: 'Its writer has an order that was shipped' }),
  createdAt: z.iso.datetime(),
});
export type Review = z.infer<typeof Review>;

const ReviewText = z
  .string({ error: 'Write your review.' })
  .trim()
  .min(1, { error: 'Write your review.', abort: true })
  .max(REVIEW_LENGTH, { error: 'A review may have 2,000 characters at most.' })
  .refine(isPlainText, { error: 'A review must be plain text.' });

/** The stored name and photo come from the writer's profile. */
export const AddReview = z.strictObject({
  review: ReviewText,
  email: z.string().optional(),
  name: z.string().optional(),
  star: Star,
  photo: z.string().nullish(),
});
export type AddReview = z.infer<typeof AddReview>;
