import { z } from 'zod';
import { Conflict } from '#model/kernel/conflict.ts';

/** An error answer of the API (RFC 9457). */
const Figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string().meta({ description: 'Stable name of the failure, for programs' }),
  detail: z.string().meta({ description: 'What happened and what to do, for people' }),
  figures: Figures.optional().meta({
    description: 'What the text of this code is made with, for whoever writes another text',
  }),
  instance: z.string().optional().meta({ description: 'The request id under which the logs know this answer' }),
  conflict: Conflict.optional().meta({
    description: 'What somebody else saved meanwhile, of what you change or what that must fit',
  }),
  errors: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'Which fields to correct' }),
  lines: z
    .array(z.object({ line: z.int(), code: z.string(), figures: Figures.optional(), detail: z.string() }))
    .optional()
    .meta({ description: 'Every line that is refused, counted from 1, and why' }),
});
export type Problem = z.infer<typeof Problem>;
