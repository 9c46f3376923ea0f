import { z } from 'zod';
import { Tool } from './tool.ts';

/** The most lines that are looked up at once. */
export const MAX_MATCHED = 500;
const MAX_LINE_WORDS = 200;
const MAX_NUMBERS = 8;

/** One line of an order as somebody wrote it: what may be item numbers in it, and what may be a name. */
export const ToolQuestion = z.strictObject({
  words: z
    .string({ error: 'Send the words of a line as text, empty where it has none.' })
    .max(MAX_LINE_WORDS, { error: `A line may have ${MAX_LINE_WORDS} characters at most.` })
    .refine((words) => !/\p{Cc}/v.test(words), { error: 'A line must be plain text.' })
    .meta({ description: 'The name of a tool, or words of it; typing errors are forgiven' }),
  numbers: z
    .array(
      z.string().regex(/^[A-Za-z0-9-]{3,32}$/, { error: 'An item number has 3 to 32 of A to Z, 0 to 9 and hyphens.' }),
    )
    .max(MAX_NUMBERS, { error: `A line may have ${MAX_NUMBERS} item numbers at most.` })
    .meta({
      description: 'What may be item numbers, with or without hyphens: one that a tool has counts more than words',
    }),
});
export type ToolQuestion = z.infer<typeof ToolQuestion>;

/** The tool that is meant, up to three that may be, or none. */
export const ToolMatch = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), tool: Tool }),
  z.object({ kind: z.literal('choose'), tools: z.array(Tool).min(1).max(3) }),
  z.object({ kind: z.literal('unknown') }),
]);
export type ToolMatch = z.infer<typeof ToolMatch>;
