import type { Tool } from './tool.ts';
import { type FieldValue, fits, rowOf, TOOL_FIELDS, type ToolField } from './tool-field.ts';

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
  const isFit = ({ field, to }: FieldChange) => fits(rowOf(field), to);
  const shown = changes.filter(isFit).map(({ field, to }) => [field, to] as const);
  return {
    tool: { ...tool, ...Object.fromEntries(shown) },
    refused: TOOL_FIELDS.filter((field) => changes.some((change) => change.field === field && !isFit(change))),
  };
}
