import { and, eq, isNull } from 'drizzle-orm';
import { restockOf } from '#model/catalogue/stock-now.ts';
import { EditableTool, type Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

/** One tool of the catalogue. */
export async function getTool(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
): Promise<Outcome<Tool, { code: 'tool_not_found' }>> {
  const [row] = await db
    .select()
    .from(tool)
    .where(and(eq(tool.id, id), isNull(tool.deletedAt)))
    .prepare('tool')
    .execute();
  return row ? success(toolView(row)) : failure({ code: 'tool_not_found' });
}

type Column = keyof typeof tool.$inferSelect;

/** Columns that have another name in the answer. */
const RENAMED = {
  _id: 'id',
  min_quantity: 'minQuantity',
  available_quantity: 'available',
  restock_at: 'restockAt',
  backorder_limit: 'backorderLimit',
} as const;
type Renamed = keyof typeof RENAMED;

/** A tool as its table has it: the steps in two columns, and the pieces of which some may wait. */
export type ShownRow = Omit<EditableTool, 'steps' | 'restock'> & {
  step_from: number[];
  step_price: number[];
  waiting: number;
};

export const columnOf = (name: Exclude<keyof EditableTool, 'steps' | 'restock'>): Column =>
  name in RENAMED ? RENAMED[name as Renamed] : (name as Exclude<typeof name, Renamed>);

const { steps: _, restock: __, ...PLAIN } = EditableTool.shape;

/** What is shown of a tool, in the order of the answer, each with its column. */
export const SHOWN_COLUMNS: readonly (readonly [keyof ShownRow, Column])[] = [
  ...(Object.keys(PLAIN) as (keyof typeof PLAIN)[]).map((name) => [name, columnOf(name)] as const),
  ...[['step_from', 'stepFrom'] as const, ['step_price', 'stepPrice'] as const, ['waiting', 'waiting'] as const],
];

const shownOf = (row: typeof tool.$inferSelect) =>
  Object.fromEntries(SHOWN_COLUMNS.map(([name, column]) => [name, row[column]])) as ShownRow;

export const toolView = (row: typeof tool.$inferSelect): Tool => toolOf(shownOf(row));

export const editableView = (row: typeof tool.$inferSelect): EditableTool => {
  const { restockAt: restock_at, backorderLimit: backorder_limit } = row;
  return { ...toolView(row), restock_at, backorder_limit };
};

/** Who waits for the next delivery comes first: what is left of the stock may be ordered. */
export function toolOf({ step_from, step_price, waiting, restock_at, backorder_limit, ...shown }: ShownRow): Tool {
  const restock = restockOf({ restock_at, backorder_limit }, waiting);
  return {
    ...shown,
    available_quantity: Math.max(shown.available_quantity - waiting, 0),
    ...(restock && { restock }),
    steps: step_from.map((from, at) => ({ from, price: Number(step_price[at]) })),
  };
}
