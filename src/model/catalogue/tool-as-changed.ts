import { LADDER_FIELDS, ladderProblems } from './ladder.ts';
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
  const made = withChanges(
    tool,
    changes.filter(({ field, to }) => fits(rowOf(field), to)),
  );
  // Prices that do not fit each other are shown as they are saved, all of them.
  const shown = ladderProblems(made.tool).length === 0 ? made : withChanges(tool, made.changes.filter(isNoPrice));
  const refused = ({ field }: FieldChange) => !shown.changes.some((change) => change.field === field);
  return {
    tool: shown.tool,
    refused: TOOL_FIELDS.filter((field) => changes.some((change) => change.field === field && refused(change))),
  };
}

const withChanges = (tool: Tool, changes: readonly FieldChange[]) => ({
  changes,
  tool: { ...tool, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) } as Tool,
});

const isNoPrice = ({ field }: FieldChange): boolean => !LADDER_FIELDS.some((one) => one === field);
