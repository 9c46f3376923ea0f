import { and, asc, desc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool, toolSearch } from '#tables/catalogue.ts';
import type { Context, Db } from '../kernel/context.ts';
import { toolView } from './get-tool.ts';
import { findTools } from './search/find-tools.ts';

const ALTERNATIVES = 3;

interface Alternatives {
  readonly name: string;
  readonly category: string | null;
  readonly deleted: boolean;
  readonly tools: Tool[];
}

/**
 * Other tools for somebody who came for this one: the newest of its category, or of the shop where it has none.
 * @param quantity only those of its category that have so many, the nearest price for them first
 */
export async function getAlternatives(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
  quantity?: number,
): Promise<Outcome<Alternatives, { code: 'tool_not_found' }>> {
  const [found] = await db.select().from(tool).where(eq(tool.id, id));
  if (!found) return failure({ code: 'tool_not_found' });
  const tools = quantity === undefined ? await newest(db, found) : await having(db, found, quantity);
  return success({ name: found.name, category: found.category, deleted: found.deletedAt !== null, tools });
}

type Row = typeof tool.$inferSelect;

async function newest(db: Db, { id, category }: Row): Promise<Tool[]> {
  const filter = category === null ? {} : { category };
  const { tools } = await findTools({ db }, { filter, sort: 'newest', limit: ALTERNATIVES + 1 });
  return tools.filter(({ _id }) => _id !== id).slice(0, ALTERNATIVES);
}

async function having(db: Db, { id, category, price, stepFrom, stepPrice }: Row, quantity: number): Promise<Tool[]> {
  if (category === null) return [];
  const each = sql`unit_price(${quantity}, ${tool.price}, ${tool.stepFrom}, ${tool.stepPrice})`;
  const wanted = sql`unit_price(${quantity}, ${price}, ${sql.param(stepFrom, tool.stepFrom)}, ${sql.param(stepPrice, tool.stepPrice)})`;
  const rows = await db
    .select({ tool })
    .from(toolSearch)
    .innerJoin(tool, eq(tool.seq, toolSearch.seq))
    .where(
      and(
        ...[eq(toolSearch.category, category), gte(toolSearch.available, quantity)],
        ...[lte(toolSearch.minQuantity, quantity), sql`${quantity}::int % ${tool.pack} = 0`, ne(tool.id, id)],
      ),
    )
    .orderBy(asc(sql`abs(${each} - ${wanted})`), desc(tool.seq))
    .limit(ALTERNATIVES);
  return rows.map((row) => toolView(row.tool));
}
