import { eq } from 'drizzle-orm';
import { type LadderProblem, ladderProblems } from '#model/catalogue/ladder.ts';
import type { NewTool } from '#model/catalogue/new-tool.ts';
import { type RestockProblem, restockProblems } from '#model/catalogue/restock.ts';
import { isSameValue, TOOL_FIELDS } from '#model/catalogue/tool-field.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import type { Failure } from '#texts/failures.ts';
import { checkItemNumber } from '../catalogue/check-item-number.ts';
import { editableView } from '../catalogue/get-tool.ts';
import { changesSince } from '../catalogue/list-tool-changes.ts';
import { stepColumns } from '../catalogue/step-columns.ts';
import { canUsePicture } from '../images/use-picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact, violatedConstraint } from '../kernel/transact.ts';
import { moveByKey } from './move-by-key.ts';

export type AddToolFailure =
  | Failure<'picture_missing' | 'item_number_taken' | 'idempotency_key_reused'>
  | { readonly code: 'ladder_wrong'; readonly problems: readonly LadderProblem[] }
  | { readonly code: 'restock_wrong'; readonly problems: readonly RestockProblem[] };

/** The same person's same key a second time answers the tool that it added, and adds nothing. */
export async function addTool(
  context: Pick<Context, 'db' | 'clock' | 'pictures'>,
  adminId: string,
  newTool: NewTool,
  key: string | undefined,
): Promise<Outcome<{ id: ToolId }, AddToolFailure>> {
  try {
    return await transact(context.db, (tx) => add(tx, context, adminId, newTool, key));
  } catch (error) {
    if (violatedConstraint(error) !== 'tool_sku') throw error;
    const figures = await checkItemNumber(context, undefined, newTool.sku ?? '');
    return failure({ code: 'item_number_taken', figures });
  }
}

async function add(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'pictures'>,
  adminId: string,
  newTool: NewTool,
  key: string | undefined,
): Promise<Outcome<{ id: ToolId }, AddToolFailure>> {
  const earlier = key ? await moveByKey(tx, adminId, key) : undefined;
  if (earlier) {
    const id = earlier.toolId as ToolId;
    const same = earlier.kind === 'initial' && earlier.delta === newTool.available_quantity;
    return same && (await wasAddedAs(tx, id, newTool)) ? success({ id }) : failure({ code: 'idempotency_key_reused' });
  }
  const problems = ladderProblems(newTool);
  if (problems.length > 0) return failure({ code: 'ladder_wrong', problems });
  const delivery = restockProblems(newTool, ['restock_at', 'backorder_limit'], context.clock());
  if (delivery.length > 0) return failure({ code: 'restock_wrong', problems: delivery });
  if (!(await canUsePicture(tx, context, newTool.image))) return failure({ code: 'picture_missing' });
  const id = await insert(tx, newTool, adminId, key, context.clock());
  await record(tx, { action: 'tool.added', actor: adminId, target: id });
  return success({ id });
}

/** Whether the tool had these fields before its first edit. */
async function wasAddedAs(tx: Transaction, id: ToolId, newTool: NewTool): Promise<boolean> {
  const [row] = await tx.select().from(tool).where(eq(tool.id, id));
  if (!row) throw new Error('A tool with stock has no row');
  const now = editableView(row);
  const changes = await changesSince(tx, id, 1);
  return TOOL_FIELDS.every((field) => {
    // Newest first: the last change of a field has what it was at first.
    const first = changes.flatMap(({ fields }) => fields.filter((one) => one.field === field)).at(-1);
    return isSameValue(first ? first.from : now[field], newTool[field] ?? null);
  });
}

async function insert(
  tx: Transaction,
  newTool: NewTool,
  personId: string,
  requestKey: string | undefined,
  now: Date,
): Promise<ToolId> {
  const { min_quantity, available_quantity, steps, restock_at, backorder_limit, ...others } = newTool;
  const stocked = { minQuantity: min_quantity, available: available_quantity, createdAt: now };
  const delivery = { restockAt: restock_at, backorderLimit: backorder_limit };
  const row = { ...others, ...stepColumns(steps), ...stocked, ...delivery };
  const [added] = await tx.insert(tool).values(row).returning({ id: tool.id });
  if (!added) throw new Error('An inserted tool has no row');
  const stock = { kind: 'initial' as const, delta: available_quantity };
  const by = { personId, requestKey: requestKey ?? null, at: now };
  await tx.insert(stockMove).values({ toolId: added.id, ...stock, ...by });
  return added.id as ToolId;
}
