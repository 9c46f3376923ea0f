import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
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

/** Of so many tools few differ in price: each price is computed once, and only the tools found are read whole. */
async function having(db: Db, { id, category, price, stepFrom, stepPrice }: Row, quantity: number): Promise<Tool[]> {
  if (category === null) return [];
  const each = sql`unit_price(${quantity}, price, step_from, step_price)`;
  const wanted = sql`unit_price(${quantity}, ${price}, ${sql.param(stepFrom, tool.stepFrom)}, ${sql.param(stepPrice, tool.stepPrice)})`;
  const rows = await db
    .select({ tool })
    .from(
      sql`(
        select seq, away
          from (select seq, ladder from tool_search
                 where category = ${category} and available >= ${quantity} and min_quantity <= ${quantity}
                   and ${quantity}::int % pack = 0 offset 0) its
          join (select id as ladder, abs(${each} - ${wanted}) as away from price_ladder offset 0) priced using (ladder)
         order by away, seq desc
         limit ${ALTERNATIVES + 1}) found`,
    )
    .innerJoin(tool, and(sql`${tool.seq} = found.seq`, ne(tool.id, id)))
    .orderBy(sql`away`, desc(tool.seq))
    .limit(ALTERNATIVES);
  return rows.map((row) => toolView(row.tool));
}
