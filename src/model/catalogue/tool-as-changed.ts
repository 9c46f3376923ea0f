import { isPlainText } from '../kernel/plain-text.ts';
import type { Tool } from './tool.ts';
import { type FieldValue, TOOL_FIELDS, type ToolField } from './tool-field.ts';

interface FieldChange {
  readonly field: ToolField;
  readonly to: FieldValue;
}

/**
 * A tool as buyers would see it with these changes. A field with a value that the shop would refuse keeps the saved one,
 * and is named in `refused`.
 */
export function toolAsChanged(
  tool: Tool,
  changes: readonly FieldChange[],
): { readonly tool: Tool; readonly refused: readonly ToolField[] } {
  const fits = ({ field, to }: FieldChange) => FITS[field](to);
  const shown = changes.filter(fits).map(({ field, to }) => [field, to] as const);
  return {
    tool: { ...tool, ...Object.fromEntries(shown) },
    refused: TOOL_FIELDS.filter((field) => changes.some((change) => change.field === field && !fits(change))),
  };
}

const sized = (min: number, max: number) => (value: FieldValue) =>
  typeof value === 'string' && value.length >= min && value.length <= max;
const text = (min: number, max: number) => (value: FieldValue) => sized(min, max)(value) && isPlainText(String(value));
const line = (min: number, max: number) => (value: FieldValue) =>
  text(min, max)(value) && !/[\n\r\t]/.test(String(value));
const amount = (value: FieldValue) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000;

/** What `TOOL_RULES` says, without the library that it needs: pages do not have that. */
const FITS: Record<ToolField, (value: FieldValue) => boolean> = {
  name: line(1, 120),
  description: text(0, 2_000),
  category: (value) => value === null || line(1, 60)(value),
  sku: (value) => value === null || /^[A-Z0-9-]{3,32}$/.test(String(value)),
  image: sized(1, 200),
  price: amount,
  min_quantity: amount,
};
