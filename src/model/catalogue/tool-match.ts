import { z } from 'zod';
import { Tool } from './tool.ts';

/** The most lines that are looked up at once. */
export const MAX_MATCHED = 500;
export const MAX_LINE_WORDS = 200;
const MAX_NUMBERS = 8;

/** One line of an order as somebody wrote it: what may be item numbers in it, and what may be a name. */
export const ToolQuestion = z.strictObject({
  words: z.string().max(MAX_LINE_WORDS, { error: `A line may have ${MAX_LINE_WORDS} characters at most.` }),
  numbers: z
    .array(z.string().max(32, { error: 'An item number has 32 characters at most.' }))
    .max(MAX_NUMBERS, { error: `A line may have ${MAX_NUMBERS} item numbers at most.` })
    .meta({ description: 'Item numbers, with or without hyphens; the first that a tool has is the one that is meant' }),
});
export type ToolQuestion = z.infer<typeof ToolQuestion>;

/** The tool that is meant, up to three that may be, or none. */
export const ToolMatch = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), tool: Tool }),
  z.object({ kind: z.literal('choose'), tools: z.array(Tool).min(1).max(3) }),
  z.object({ kind: z.literal('unknown') }),
]);
export type ToolMatch = z.infer<typeof ToolMatch>;
