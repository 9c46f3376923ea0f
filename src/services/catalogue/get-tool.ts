import { and, eq, isNull } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
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

/** The columns of what everybody sees of a tool, by their names in the answer and in its order. */
export const SHOWN_COLUMNS = {
  _id: 'id',
  name: 'name',
  image: 'image',
  description: 'description',
  min_quantity: 'minQuantity',
  available_quantity: 'available',
  price: 'price',
  sku: 'sku',
  category: 'category',
} as const satisfies Record<keyof Tool, keyof typeof tool.$inferSelect>;

export const toolView = (row: typeof tool.$inferSelect): Tool =>
  Object.fromEntries(Object.entries(SHOWN_COLUMNS).map(([name, column]) => [name, row[column]])) as Tool;
