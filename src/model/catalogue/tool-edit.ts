import { z } from 'zod';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { MAX_CATEGORY } from './category.ts';
import { Tool } from './tool.ts';
import { type FieldValue, TOOL_EVENTS, TOOL_FIELDS, type ToolField } from './tool-field.ts';
import { readWholeNumber } from './whole-number.ts';

const line = (text: string) => isPlainText(text) && !/[\n\r\t]/.test(text);

const wholeNumber = (message: string) =>
  z
    .union([z.number(), z.string()], { error: message })
    .transform((typed) => (typeof typed === 'string' ? (readWholeNumber(typed) ?? Number.NaN) : typed))
    .refine((number) => Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000, { error: message });

/** An empty text says that a tool has none. */
const emptyToNull = (text: string | null) => text?.trim() || null;

const ITEM_NUMBER = 'An item number has 3 to 32 of A to Z, 0 to 9 and hyphens.';

/** The mark under which buyers know a tool. Small letters become capitals. */
export const ItemNumber = z
  .string({ error: ITEM_NUMBER })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{3,32}$/, { error: ITEM_NUMBER });

/** The rules of each field of the form, for what is typed there. */
export const TOOL_RULES = {
  name: z
    .string({ error: 'Enter a name.' })
    .trim()
    .min(1, { error: 'Enter a name.' })
    .max(120, { error: 'Name may have 120 characters at most.' })
    .refine(line, { error: 'Name must be plain text.' }),
  description: z
    .string({ error: 'Description must be text.' })
    .trim()
    .max(2_000, { error: 'Description may have 2,000 characters at most.' })
    .refine(isPlainText, { error: 'Description must be plain text.' }),
  category: z
    .string()
    .nullable()
    .transform(emptyToNull)
    .refine((text) => text === null || (text.length <= MAX_CATEGORY && line(text)), {
      error: `Category may have ${MAX_CATEGORY} characters of plain text at most.`,
    }),
  sku: z.string().nullable().transform(emptyToNull).pipe(ItemNumber.nullable()),
  image: z
    .string({ error: 'Choose a picture of the tool.' })
    .min(1, { error: 'Choose a picture of the tool.' })
    .max(200, { error: 'This is not the address of a picture of this shop.' })
    .meta({ description: 'The url that POST /images answered' }),
  price: wholeNumber('Price must be whole dollars, from $1 to $1,000,000.'),
  min_quantity: wholeNumber('Minimum order must be a whole number from 1 to 1,000,000.'),
} satisfies Record<ToolField, z.ZodType<FieldValue>>;

/** PATCH /tools/{id}: the version that was read, and only the fields that change. */
export const ToolEdit = z.strictObject({
  version: z.int({ error: 'Send the version of the tool that you read.' }).min(1),
  undoes: z.int().min(1).optional().meta({ description: 'The change that this one takes back' }),
  ...(z.object(TOOL_RULES).partial().shape as { [F in ToolField]: z.ZodOptional<(typeof TOOL_RULES)[F]> }),
});
export type ToolEdit = z.infer<typeof ToolEdit>;

const Value = z.union([z.string(), z.number(), z.null()]);

/** One save, archiving or restoring, in the history of a tool. */
export const ToolChange = z.object({
  id: z.int(),
  version: z.int().meta({ description: "The tool's version after it" }),
  at: z.iso.datetime(),
  by: z.string().meta({ description: 'The name of the admin who did it' }),
  event: z.enum(TOOL_EVENTS).nullable().meta({ description: 'What happened to the whole tool; null for an edit' }),
  fields: z.array(z.object({ field: z.enum(TOOL_FIELDS), from: Value, to: Value })),
  undoes: z
    .object({ at: z.iso.datetime() })
    .nullable()
    .meta({ description: 'When the change was made that it takes back' }),
  undone: z.boolean().meta({ description: 'Whether a later change took it back' }),
});
export type ToolChange = z.infer<typeof ToolChange>;

/** A tool as its admins see it. */
export const ManagedTool = z.object({
  tool: Tool,
  version: z.int(),
  added: z.iso.datetime(),
  saved: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  changes: z.int().meta({ description: 'How many entries its history has' }),
  archived_at: z.iso.datetime().nullable().meta({ description: 'When it was deleted; null while it is on sale' }),
  archived_by: z.string().nullable().meta({ description: 'The name of the admin who deleted it, where that is known' }),
});
export type ManagedTool = z.infer<typeof ManagedTool>;
