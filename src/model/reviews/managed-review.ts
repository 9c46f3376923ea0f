import { z } from 'zod';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { Review } from './review.ts';

const MAX_HIDE_REASON = 500;

export const ManagedReview = Review.extend({
  email: z.string().nullable().meta({ description: 'Of the writer; null for a sample review' }),
  hidden: z
    .object({
      at: z.iso.datetime(),
      reason: z.string(),
      by: z.string().meta({ description: 'The name of the admin' }),
    })
    .nullable(),
});
export type ManagedReview = z.infer<typeof ManagedReview>;

export const HideReview = z.strictObject({
  reason: z
    .string({ error: 'Say why the review is hidden.' })
    .trim()
    .min(1, { error: 'Say why the review is hidden.', abort: true })
    .max(MAX_HIDE_REASON, { error: `A reason may have ${MAX_HIDE_REASON} characters at most.` })
    .refine(isPlainText, { error: 'A reason must be plain text.' }),
  shown: z.iso.datetime({ error: 'Send the createdAt of the review that you read.' }).optional().meta({
    description: 'The createdAt that was on the screen; where the review was replaced since, it is not hidden',
  }),
});
export type HideReview = z.infer<typeof HideReview>;
