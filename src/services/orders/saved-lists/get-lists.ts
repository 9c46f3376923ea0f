import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ListId, type ListRow, listToday, type OpenedList } from '#model/orders/saved-lists.ts';
import { tool } from '#tables/catalogue.ts';
import { savedList, savedListLine } from '#tables/orders.ts';
import { toolView } from '../../catalogue/get-tool.ts';
import type { Context } from '../../kernel/context.ts';
import { lastPurchases } from './last-purchases.ts';

/** 20,000 descriptions that nobody reads. */
const SHORT = { ...getTableColumns(tool), description: sql<string>`''` };

/** By name, each with what it costs today and what stands in its way. */
export async function getLists(context: Pick<Context, 'db'>, personId: string): Promise<ListRow[]> {
  const rows = await context.db
    .select({ id: savedList.id, name: savedList.name, quantity: savedListLine.quantity, tool: SHORT })
    .from(savedList)
    .innerJoin(savedListLine, eq(savedListLine.listId, savedList.id))
    .innerJoin(tool, eq(tool.id, savedListLine.toolId))
    .where(eq(savedList.personId, personId))
    .orderBy(asc(sql`lower(${savedList.name})`), asc(savedList.id));
  const last = await lastPurchases(context, personId);
  const lists = new Map<string, typeof rows>();
  for (const row of rows) lists.set(row.id, [...(lists.get(row.id) ?? []), row]);
  return [...lists].map(([id, of]) => {
    const before = last.get(id);
    const asked = [...(before?.lines.values() ?? [])].reduce((sum, line) => sum + line.asked, 0);
    return {
      ...{ id: id as ListId, name: of[0]?.name ?? '', tools: of.length },
      pieces: of.reduce((sum, { quantity }) => sum + quantity, 0),
      ...listToday(of.map((row) => ({ quantity: row.quantity, tool: row.tool.deletedAt ? null : toolView(row.tool) }))),
      last: before ? { number: before.number, at: before.at, total: asked } : null,
    };
  });
}

/** One list with what its tools were ordered for the last time. */
export async function getList(
  context: Pick<Context, 'db'>,
  personId: string,
  id: ListId,
): Promise<Outcome<OpenedList, { code: 'list_not_found' }>> {
  const rows = await context.db
    .select({ name: savedList.name, line: savedListLine, tool: { name: tool.name, image: tool.image } })
    .from(savedList)
    .innerJoin(savedListLine, eq(savedListLine.listId, savedList.id))
    .innerJoin(tool, eq(tool.id, savedListLine.toolId))
    .where(and(eq(savedList.id, id), eq(savedList.personId, personId)))
    .orderBy(asc(savedListLine.place));
  const [first] = rows;
  if (!first) return failure({ code: 'list_not_found' });
  const last = (await lastPurchases(context, personId, eq(savedList.id, id))).get(id);
  return success({
    ...{ id, name: first.name },
    last: last ? { number: last.number, at: last.at } : null,
    lines: rows.map(({ line, tool: its }) => ({
      ...{ tool: line.toolId as OpenedList['lines'][number]['tool'], quantity: line.quantity, ...its },
      last: last?.lines.get(line.toolId) ?? null,
    })),
  });
}
