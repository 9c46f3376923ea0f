import { and, eq, isNull } from 'drizzle-orm';
import { LADDER_FIELDS, type LadderProblem, ladderProblems } from '#model/catalogue/ladder.ts';
import { type RestockProblem, restockProblems } from '#model/catalogue/restock.ts';
import type { EditableTool } from '#model/catalogue/tool.ts';
import type { ToolChange, ToolEdit } from '#model/catalogue/tool-edit.ts';
import {
  type FieldChanges,
  type FieldValue,
  isSameValue,
  TOOL_FIELDS,
  type ToolField,
} from '#model/catalogue/tool-field.ts';
import type { Conflict } from '#model/kernel/conflict.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool, toolChange } from '#tables/catalogue.ts';
import type { Failure } from '#texts/failures.ts';
import { canUsePicture } from '../images/use-picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact, violatedConstraint } from '../kernel/transact.ts';
import { checkItemNumber } from './check-item-number.ts';
import { columnOf, editableView } from './get-tool.ts';
import { changesSince } from './list-tool-changes.ts';
import { notOnSale } from './not-on-sale.ts';
import { stepColumns } from './step-columns.ts';
import { tellWaiting } from './tell-waiting.ts';

interface Edited {
  readonly tool: EditableTool;
  readonly version: number;
  /** Null when nothing differed. */
  readonly change: ToolChange | null;
  /** What others saved since the version that was read. */
  readonly together: ToolChange[];
}

/** version_unknown: the tool never had this version. change_not_found: the change to undo is none of this tool. */
export type EditToolFailure =
  | Failure<'tool_not_found' | 'picture_missing' | 'change_not_found' | 'idempotency_key_reused' | 'item_number_taken'>
  | (Failure<'tool_conflict'> & { readonly conflict: Conflict })
  | { readonly code: 'version_unknown' }
  | { readonly code: 'ladder_wrong'; readonly problems: readonly LadderProblem[] }
  | { readonly code: 'restock_wrong'; readonly problems: readonly RestockProblem[] };

/**
 * Merges with what others saved since `version`; saves nothing when both changed the same field, or when what they changed
 * does not fit the edit. Placed orders keep name, picture and price. The same person's same key a second time changes
 * nothing.
 */
export async function editTool(
  context: Pick<Context, 'db' | 'clock' | 'pictures'>,
  adminId: string,
  id: ToolId,
  edit: ToolEdit,
  key: string | undefined,
): Promise<Outcome<Edited, EditToolFailure>> {
  try {
    return await transact(context.db, (tx) => save(tx, context, adminId, id, edit, key));
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'tool_change_request') return failure({ code: 'idempotency_key_reused' });
    if (constraint !== 'tool_sku') throw error;
    return failure({ code: 'item_number_taken', figures: await checkItemNumber(context, id, edit.sku ?? '') });
  }
}

async function save(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'pictures'>,
  adminId: string,
  id: ToolId,
  edit: ToolEdit,
  key: string | undefined,
): Promise<Outcome<Edited, EditToolFailure>> {
  const live = and(eq(tool.id, id), isNull(tool.deletedAt));
  const [row] = await tx.select().from(tool).where(live).for('no key update');
  if (!row) return failure(await notOnSale(tx, id));
  const now = editableView(row);
  // Archiving and restoring touch no field.
  const since = (await changesSince(tx, id, edit.version)).filter(({ event }) => event === null);
  if (key) {
    const repeated = await repeat(tx, adminId, { id, now }, edit, key);
    if (repeated === 'other') return failure({ code: 'idempotency_key_reused' });
    if (repeated !== undefined) {
      const change = since.find((one) => one.id === repeated) ?? null;
      const together = since.filter((one) => one.id !== repeated);
      return success({ tool: now, version: row.version, change, together });
    }
  }
  if (edit.version > row.version) return failure({ code: 'version_unknown' });
  const changes = changesIn(now, edit);
  const conflict = conflictOf(Object.keys(changes) as ToolField[], since, row.version);
  if (conflict) return failure({ code: 'tool_conflict', conflict });
  if (edit.undoes !== undefined) {
    const undone = and(eq(toolChange.id, edit.undoes), eq(toolChange.toolId, id), isNull(toolChange.event));
    if ((await tx.$count(toolChange, undone)) === 0) return failure({ code: 'change_not_found' });
  }
  const problems = LADDER_FIELDS.some((field) => changes[field])
    ? ladderProblems({ ...now, ...newValues(changes) })
    : [];
  const delivery = restockProblems({ ...now, ...newValues(changes) }, Object.keys(changes), context.clock());
  // What does not fit may be a value that this admin has not seen.
  const judged: ToolField[] = problems.length > 0 ? [...LADDER_FIELDS] : [];
  if (delivery.length > 0) judged.push('restock_at');
  const unseen = judged.filter(
    (field) => edit[field] === undefined && !isSameValue(valueBefore(since, now, field), now[field]),
  );
  const unfit = edit.undoes === undefined && conflictOf(unseen, since, row.version);
  if (unfit) return failure({ code: 'tool_conflict', conflict: unfit });
  if (problems.length > 0) return failure({ code: 'ladder_wrong', problems });
  if (delivery.length > 0) return failure({ code: 'restock_wrong', problems: delivery });
  if (changes.image && !(await canUsePicture(tx, context, String(changes.image[1]))))
    return failure({ code: 'picture_missing' });
  if (Object.keys(changes).length === 0)
    return success({ tool: now, version: row.version, change: null, together: since });
  const version = row.version + 1;
  const [saved] = await tx
    .update(tool)
    .set({ ...columnsOf(changes), version })
    .where(eq(tool.id, id))
    .returning();
  if (!saved) throw new Error('A locked tool is gone');
  const written = { toolId: id, version, personId: adminId, at: context.clock(), fields: changes };
  await tx.insert(toolChange).values({ ...written, undoes: edit.undoes ?? null, requestKey: key ?? null });
  const meta = { version, fields: Object.keys(changes).join(' ') };
  await record(tx, { action: 'tool.changed', actor: adminId, target: id, meta });
  if (saved.restockAt !== row.restockAt && saved.restockAt !== null) await tellWaiting(tx, saved, context.clock());
  const [change = null] = await changesSince(tx, id, row.version);
  return success({ tool: editableView(saved), version, change, together: since });
}

/** The change saved under this key; 'other' when the key was used for a different edit. */
async function repeat(
  tx: Transaction,
  personId: string,
  { id, now }: { readonly id: ToolId; readonly now: EditableTool },
  edit: ToolEdit,
  requestKey: string,
): Promise<number | 'other' | undefined> {
  const mine = and(eq(toolChange.personId, personId), eq(toolChange.requestKey, requestKey));
  const [earlier] = await tx.select().from(toolChange).where(mine);
  if (!earlier) return undefined;
  const asked = TOOL_FIELDS.filter((field) => edit[field] !== undefined);
  const later = await changesSince(tx, id, earlier.version);
  const same = asked.every((field) => isSameValue(valueBefore(later, now, field), edit[field] ?? null));
  const saved = (Object.keys(earlier.fields) as ToolField[]).every((field) => asked.includes(field));
  return earlier.toolId === id && same && saved ? earlier.id : 'other';
}

/** @param since newest first: the last change of a field has what it was before all of them */
function valueBefore(since: readonly ToolChange[], now: EditableTool, field: ToolField): FieldValue {
  const first = since.flatMap(({ fields }) => fields).findLast((one) => one.field === field);
  return first ? first.from : now[field];
}

function changesIn(now: EditableTool, edit: ToolEdit): FieldChanges {
  const changed = TOOL_FIELDS.flatMap((field) => {
    const wanted: FieldValue | undefined = edit[field];
    return wanted === undefined || isSameValue(wanted, now[field]) ? [] : [[field, [now[field], wanted]] as const];
  });
  return Object.fromEntries(changed);
}

function conflictOf(asked: readonly ToolField[], since: readonly ToolChange[], version: number): Conflict | undefined {
  const clashing = since.filter(({ fields }) => fields.some(({ field }) => asked.includes(field)));
  const [last] = clashing;
  if (!last) return undefined;
  // Newest first: the first change of a field has its present value, the last its old one.
  const told = clashing.flatMap((change) => change.fields);
  const fields = TOOL_FIELDS.flatMap((field) => {
    const own = asked.includes(field) ? told.filter((one) => one.field === field) : [];
    const [newest, oldest] = [own[0], own.at(-1)];
    return newest && oldest ? [{ field, before: oldest.from, theirs: newest.to }] : [];
  });
  return { version, by: last.by, at: last.at, fields };
}

const newValues = (changes: FieldChanges): Partial<Omit<EditableTool, 'restock'>> =>
  Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]));

function columnsOf(changes: FieldChanges): Partial<typeof tool.$inferInsert> {
  const { steps, ...others } = newValues(changes);
  return {
    ...Object.fromEntries(Object.entries(others).map(([field, to]) => [columnOf(field as keyof typeof others), to])),
    ...(steps && stepColumns(steps)),
  };
}
