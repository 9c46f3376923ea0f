import { z } from 'zod';

/** A category of the catalogue, and how many tools that are sold it has. */
export const Category = z.object({ category: z.string(), tools: z.int() });
export type Category = z.infer<typeof Category>;
