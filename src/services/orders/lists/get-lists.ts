import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { withComing } from '#model/orders/order-list.ts';
import { type ListId, type ListRow, listToday, type OpenedList, type OrderedFor } from '#model/orders/saved-lists.ts';
import { tool } from '#tables/catalogue.ts';
import { orders, purchase, savedList, savedListLine } from '#tables/orders.ts';
import { toolView } from '../../catalogue/get-tool.ts';
import type { Context } from '../../kernel/context.ts';
import { numberOf } from '../order-view.ts';

/** 20,000 descriptions that nobody reads. */
const SHORT = { ...getTableColumns(tool), description: sql<string>`''` };

/** By name, each with what it costs today and what stands in its way. */
export async function getLists(context: Pick<Context, 'db' | 'clock'>, personId: string): Promise<ListRow[]> {
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
      ...listToday(
        of.map(({ quantity, tool: its }) => ({
          ...{ quantity, tool: its.deletedAt ? null : withComing(toolView(its), context.clock()) },
        })),
      ),
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

interface Row extends Record<string, unknown> {
  readonly list_id: string;
  readonly tool_id: ToolId;
  readonly seq: number;
  readonly at: string;
  readonly quantity: number;
  readonly each: number;
  readonly asked: number;
}

interface LastPurchase {
  readonly number: ReturnType<typeof numberOf>;
  readonly at: string;
  readonly lines: ReadonlyMap<string, OrderedFor>;
}

/** By list: the newest purchase with at least half of its tools, and what they were ordered for. */
async function lastPurchases(
  { db }: Pick<Context, 'db'>,
  personId: string,
  of: SQL = sql`true`,
): Promise<ReadonlyMap<string, LastPurchase>> {
  const { rows } = await db.execute<Row>(sql`
    with line as (
      select ${savedListLine.listId}, ${savedListLine.toolId}, count(*) over (partition by ${savedListLine.listId}) as tools
        from ${savedListLine} join ${savedList} on ${savedList.id} = ${savedListLine.listId}
       where ${savedList.personId} = ${personId} and ${of}),
    hit as (
      select line.list_id, ${orders.purchaseId}
        from line join ${orders} on ${orders.toolId} = line.tool_id
         and ${orders.personId} = ${personId} and ${orders.state} <> 'cancelled'
       group by 1, 2 having count(*) * 2 >= max(line.tools)),
    last as (
      select distinct on (hit.list_id) hit.list_id, ${purchase.id}, ${purchase.seq}, ${purchase.createdAt}
        from hit join ${purchase} on ${purchase.id} = hit.purchase_id
       order by hit.list_id, ${purchase.seq} desc)
    select line.list_id, line.tool_id, last.seq::float8 as seq, last.created_at as at,
           ${orders.quantity}, ${orders.unitPrice} as each, (${orders.totalCents} - ${orders.guardCents})::float8 as asked
      from last join line using (list_id)
      join ${orders} on ${orders.purchaseId} = last.id and ${orders.toolId} = line.tool_id
       and ${orders.state} <> 'cancelled'`);
  const found = new Map<string, LastPurchase & { lines: Map<string, OrderedFor> }>();
  for (const { list_id, tool_id, seq, at, quantity, each, asked } of rows) {
    const its = found.get(list_id) ?? { number: numberOf({ seq }), at: new Date(at).toISOString(), lines: new Map() };
    its.lines.set(tool_id, { quantity, each, asked: centsToDollars(toCents(asked)) });
    found.set(list_id, its);
  }
  return found;
}
