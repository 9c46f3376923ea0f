import { z } from 'zod';

export const Star = z.number().min(0.5).max(5).multipleOf(0.5);

/** A review as everybody sees it. */
export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  photo: z.string().nullable(),
  review: z.string(),
  star: Star,
  createdAt: z.iso.datetime(),
});
export type Review = z.infer<typeof Review>;
