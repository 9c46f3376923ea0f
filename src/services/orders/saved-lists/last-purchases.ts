import { type SQL, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import type { OrderedFor } from '#model/orders/saved-lists.ts';
import { orders, purchase, savedList, savedListLine } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';
import { numberOf } from '../order-view.ts';

interface Row extends Record<string, unknown> {
  readonly list_id: string;
  readonly tool_id: ToolId;
  readonly seq: number;
  readonly at: string;
  readonly quantity: number;
  readonly each: number;
  readonly asked: number;
}

export interface LastPurchase {
  readonly number: ReturnType<typeof numberOf>;
  readonly at: string;
  readonly lines: ReadonlyMap<string, OrderedFor>;
}

/** By list: the newest purchase with at least half of its tools, and what they were ordered for. */
export async function lastPurchases(
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
