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

/** A tool as everybody sees it. */
export const toolView = (row: typeof tool.$inferSelect): Tool => ({
  _id: row.id as ToolId,
  name: row.name,
  image: row.image,
  description: row.description,
  min_quantity: row.minQuantity,
  available_quantity: row.available,
  price: row.price,
  sku: row.sku,
  category: row.category,
});
