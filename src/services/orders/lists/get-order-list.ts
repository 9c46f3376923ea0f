import { asc, eq } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import type { SavedList } from '#model/orders/own-list.ts';
import { tool } from '#tables/catalogue.ts';
import { orderList, orderListLine } from '#tables/orders.ts';
import type { Db, Transaction } from '../../kernel/context.ts';

/** One query, so that version and lines belong together. */
export async function getOrderList(db: Db | Transaction, personId: string): Promise<SavedList> {
  const rows = await db
    .select({ version: orderList.version, line: orderListLine, name: tool.name })
    .from(orderList)
    .leftJoin(orderListLine, eq(orderListLine.personId, orderList.personId))
    .leftJoin(tool, eq(tool.id, orderListLine.toolId))
    .where(eq(orderList.personId, personId))
    .orderBy(asc(orderListLine.addedAt), asc(orderListLine.toolId));
  return {
    version: rows[0]?.version ?? 0,
    lines: rows.flatMap(({ line, name }) => {
      if (!line) return [];
      const { toolId, quantity, seenPrice: seen_price, addedAt: added_at, waitFor: wait_for } = line;
      const known = { tool: toolId as ToolId, name: name ?? '', quantity, seen_price, added_at };
      return [wait_for ? { ...known, wait_for } : known];
    }),
  };
}
