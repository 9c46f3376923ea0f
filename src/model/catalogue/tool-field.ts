/** What of a tool can be edited, in the order of the form. */
export const TOOL_FIELDS = ['name', 'description', 'category', 'sku', 'image', 'price', 'min_quantity'] as const;
export type ToolField = (typeof TOOL_FIELDS)[number];
/** A tool may have none of these. */
export const OPTIONAL_FIELDS: ReadonlySet<string> = new Set<ToolField>(['category', 'sku']);
export type FieldValue = string | number | null;

/** What happens to a tool as a whole. */
export const TOOL_EVENTS = ['archived', 'restored'] as const;
export type ToolEvent = (typeof TOOL_EVENTS)[number];

/** By the name of each field what it was and what it is. */
export type FieldChanges = Partial<Record<ToolField, readonly [from: FieldValue, to: FieldValue]>>;
