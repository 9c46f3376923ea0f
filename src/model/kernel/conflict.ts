import { z } from 'zod';

const Value = z.union([z.string(), z.number(), z.null(), z.array(z.record(z.string(), z.number()))]);

export const Conflict = z.object({
  version: z.int().meta({ description: 'The version to save from when you have chosen' }),
  by: z.string(),
  at: z.iso.datetime(),
  fields: z.array(z.object({ field: z.string(), before: Value, theirs: Value })),
});
export type Conflict = z.infer<typeof Conflict>;
