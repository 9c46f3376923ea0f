import { z } from 'zod';
import { type AwaitedStock, freeOf } from './stock-now.ts';
import { EditableTool, PriceStep } from './tool.ts';
import { type FieldValue, rowOf, TOOL_EVENTS, TOOL_FIELDS, type ToolField } from './tool-field.ts';
import { editRule } from './tool-rules.ts';

/** The rules of each field of the form. */
export const TOOL_RULES = Object.fromEntries(TOOL_FIELDS.map((field) => [field, editRule(rowOf(field))])) as {
  [F in ToolField]: z.ZodType<EditableTool[F], FieldValue>;
};

/**
 * PATCH /tools/{id}: the version that was read, and only the fields that change. Price, minimum, pack and steps must fit
 * each other when it is saved.
 */
export const ToolEdit = z.strictObject({
  version: z.int32({ error: 'Send the version of the tool that you read.' }).min(1),
  undoes: z.int().min(1).optional().meta({ description: 'The change that this one takes back' }),
  ...(z.object(TOOL_RULES).partial().shape as { [F in ToolField]: z.ZodOptional<(typeof TOOL_RULES)[F]> }),
});
export type ToolEdit = z.infer<typeof ToolEdit>;

const Value = z.union([z.string(), z.number(), z.null(), z.array(PriceStep)]);

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
  tool: EditableTool,
  version: z.int(),
  added: z.iso.datetime(),
  saved: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  sold_ahead: z.int().meta({ description: 'Pieces that are sold and wait for a delivery' }),
  changes: z.int().meta({ description: 'How many entries its history has' }),
  archived_at: z.iso.datetime().nullable().meta({ description: 'When it was deleted; null while it is on sale' }),
  archived_by: z.string().nullable().meta({ description: 'The name of the admin who deleted it, where that is known' }),
});
export type ManagedTool = z.infer<typeof ManagedTool>;

/** As its stock is now, and the delivery that is expected. */
export function withStock(managed: ManagedTool, stock: AwaitedStock): ManagedTool {
  const now = withFree(managed, freeOf(stock));
  return { ...now, tool: { ...now.tool, restock_at: stock.restock_at } };
}

/** @param free pieces that may be ordered; below zero, so many are sold ahead */
export const withFree = (managed: ManagedTool, free: number): ManagedTool => ({
  ...managed,
  tool: { ...managed.tool, available_quantity: Math.max(free, 0) },
  sold_ahead: Math.max(-free, 0),
});
