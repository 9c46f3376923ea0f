import { and, eq, isNull } from 'drizzle-orm';
import { Tool } from '#model/catalogue/tool.ts';
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
const RENAMED = { _id: 'id', min_quantity: 'minQuantity', available_quantity: 'available' } as const;
type Renamed = keyof typeof RENAMED;

/** A tool as its table has it: the steps in two columns. */
export type ShownRow = Omit<Tool, 'steps'> & { step_from: number[]; step_price: number[] };

/** The column of what everybody sees of a tool. */
export const columnOf = (name: Exclude<keyof Tool, 'steps'>): Column =>
  name in RENAMED ? RENAMED[name as Renamed] : (name as Exclude<typeof name, Renamed>);

const { steps: _, ...PLAIN } = Tool.shape;

/** What everybody sees of a tool, in the order of the answer, each with its column. */
export const SHOWN_COLUMNS: readonly (readonly [keyof ShownRow, Column])[] = [
  ...(Object.keys(PLAIN) as (keyof typeof PLAIN)[]).map((name) => [name, columnOf(name)] as const),
  ...[['step_from', 'stepFrom'] as const, ['step_price', 'stepPrice'] as const],
];

export const toolView = (row: typeof tool.$inferSelect): Tool =>
  withSteps(Object.fromEntries(SHOWN_COLUMNS.map(([name, column]) => [name, row[column]])) as ShownRow);

export const withSteps = ({ step_from, step_price, ...shown }: ShownRow): Tool => ({
  ...shown,
  steps: step_from.map((from, at) => ({ from, price: Number(step_price[at]) })),
});
