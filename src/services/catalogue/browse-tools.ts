import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { COUNTED } from '#model/kernel/count.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { matching } from './tool-conditions.ts';
import { after, inOrder, keyOf } from './tool-order.ts';

/** The most tools that one answer holds. */
const TOOLS_PAGE = 1_000;

export interface ToolsWanted {
  readonly filter?: ToolFilter;
  readonly sort?: ToolSort;
  readonly limit?: number;
  /** The `next` of the page before; its sort is the one that counts. */
  readonly after?: ToolCursor | undefined;
}

export interface ToolsPage {
  readonly tools: Tool[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: ToolCursor | undefined;
  /** How many tools fit the filter, on all pages; counting ends one after `COUNTED`. */
  readonly total: number;
}

/** A page of the tools that fit the filter. */
export async function listTools({ db }: Pick<Context, 'db'>, wanted: ToolsWanted): Promise<ToolsPage> {
  const { filter = {}, limit = TOOLS_PAGE } = wanted;
  const sort = wanted.after?.sort ?? wanted.sort ?? 'oldest';
  const fits = await matching(db, filter);
  const [rows, total] = await Promise.all([
    db
      .select({ row: tool, key: keyOf(sort) })
      .from(tool)
      .where(and(fits, wanted.after && after(wanted.after)))
      .orderBy(...inOrder(sort))
      .limit(limit + 1),
    countUpTo(db, fits, filter.q ? COUNTED.search : COUNTED.all),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    tools: page.map(({ row }) => toolView(row)),
    next: last && { sort, key: last.key, seq: last.row.seq },
    total,
  };
}

/** Counting a million rows takes a second, and nobody reads the number to its last digit. */
async function countUpTo(db: Context['db'], fits: SQL | undefined, most: number): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(tool)
    .where(fits)
    .limit(most + 1)
    .as('some');
  const [counted] = await db.select({ total: count() }).from(some);
  return counted?.total ?? 0;
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
