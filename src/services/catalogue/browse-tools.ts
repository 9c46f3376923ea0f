import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

/** The most tools that one answer holds. */
const TOOLS_PAGE = 1_000;

export interface ToolsPage {
  readonly tools: Tool[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined;
}

/** A page of the catalogue. `after` is the `next` of the page before. */
export async function listTools(
  { db }: Pick<Context, 'db'>,
  { sort = 'oldest', limit = TOOLS_PAGE, after }: { sort?: 'oldest' | 'newest'; limit?: number; after?: number },
): Promise<ToolsPage> {
  const oldest = sort === 'oldest';
  const from = after === undefined ? undefined : oldest ? gt(tool.seq, after) : lt(tool.seq, after);
  const rows = await db
    .select()
    .from(tool)
    .where(and(isNull(tool.deletedAt), from))
    .orderBy(oldest ? asc(tool.seq) : desc(tool.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { tools: page.map(toolView), next: rows.length > limit ? page.at(-1)?.seq : undefined };
}

/** One tool of the catalogue. */
export async function getTool(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
): Promise<Outcome<Tool, { code: 'tool_not_found' }>> {
  const [row] = await db
    .select()
    .from(tool)
    .where(and(eq(tool.id, id), isNull(tool.deletedAt)));
  return row ? success(toolView(row)) : failure({ code: 'tool_not_found' });
}

const toolView = (row: typeof tool.$inferSelect): Tool => ({
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
