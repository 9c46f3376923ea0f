import { type LadderProblem, ladderProblems } from '#model/catalogue/ladder.ts';
import type { NewTool } from '#model/catalogue/new-tool.ts';
import { type RestockProblem, restockProblems } from '#model/catalogue/restock.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { stepColumns } from '../catalogue/step-columns.ts';
import { canUsePicture } from '../images/use-picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact, violatedConstraint } from '../kernel/transact.ts';

export type AddToolFailure =
  | { readonly code: 'picture_missing' | 'item_number_taken' }
  | { readonly code: 'ladder_wrong'; readonly problems: readonly LadderProblem[] }
  | { readonly code: 'restock_wrong'; readonly problems: readonly RestockProblem[] };

export async function addTool(
  context: Pick<Context, 'db' | 'clock' | 'pictures'>,
  adminId: string,
  newTool: NewTool,
): Promise<Outcome<{ id: ToolId }, AddToolFailure>> {
  const problems = ladderProblems(newTool);
  if (problems.length > 0) return failure({ code: 'ladder_wrong', problems });
  const delivery = restockProblems(newTool, ['restock_at', 'backorder_limit'], context.clock());
  if (delivery.length > 0) return failure({ code: 'restock_wrong', problems: delivery });
  try {
    return await transact(context.db, async (tx) => {
      if (!(await canUsePicture(tx, context, newTool.image))) return failure({ code: 'picture_missing' });
      const id = await insert(tx, newTool, adminId, context.clock());
      await record(tx, { action: 'tool.added', actor: adminId, target: id });
      return success({ id });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'tool_sku') return failure({ code: 'item_number_taken' });
    throw error;
  }
}

async function insert(tx: Transaction, newTool: NewTool, personId: string, now: Date): Promise<ToolId> {
  const { min_quantity, available_quantity, steps, restock_at, backorder_limit, ...others } = newTool;
  const stocked = { minQuantity: min_quantity, available: available_quantity, createdAt: now };
  const delivery = { restockAt: restock_at, backorderLimit: backorder_limit };
  const row = { ...others, ...stepColumns(steps), ...stocked, ...delivery };
  const [added] = await tx.insert(tool).values(row).returning({ id: tool.id });
  if (!added) throw new Error('An inserted tool has no row');
  await tx
    .insert(stockMove)
    .values({ toolId: added.id, personId, kind: 'initial', delta: available_quantity, at: now });
  return added.id as ToolId;
}
