import { LADDER_FIELDS, ladderProblems } from './ladder.ts';
import { restockOf } from './stock-now.ts';
import type { EditableTool, Tool } from './tool.ts';
import { type FieldValue, fits, rowOf, TOOL_FIELDS, type ToolField } from './tool-field.ts';

interface FieldChange {
  readonly field: ToolField;
  readonly to: FieldValue;
}

/**
 * A tool as buyers would see it with these changes. A field with a value that the shop would refuse keeps the saved one,
 * and is named in `refused`.
 * @param soldAhead pieces that are sold and wait for a delivery
 */
export function toolAsChanged(
  tool: EditableTool,
  changes: readonly FieldChange[],
  soldAhead = 0,
): { readonly tool: Tool; readonly refused: readonly ToolField[] } {
  const { restock, backorder_limit } = tool;
  // Both are so many at most: a lowered limit hides some that wait, and so does stock that they were not given yet.
  const waiting = Math.max(restock ? backorder_limit - restock.left : 0, soldAhead);
  const made = withChanges(
    tool,
    changes.filter(({ field, to }) => fits(rowOf(field), to)),
    waiting,
  );
  // Prices that do not fit each other are shown as they are saved, all of them.
  const shown =
    ladderProblems(made.tool).length === 0 ? made : withChanges(tool, made.changes.filter(isNoPrice), waiting);
  const refused = ({ field }: FieldChange) => !shown.changes.some((change) => change.field === field);
  return {
    tool: shown.tool,
    refused: TOOL_FIELDS.filter((field) => changes.some((change) => change.field === field && refused(change))),
  };
}

function withChanges(tool: EditableTool, changes: readonly FieldChange[], waiting: number) {
  const changed: EditableTool = { ...tool, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
  return { changes, tool: { ...changed, restock: restockOf(changed, waiting) } };
}

const isNoPrice = ({ field }: FieldChange): boolean => !LADDER_FIELDS.some((one) => one === field);
