import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Db, Transaction } from '../../kernel/context.ts';

/** Must match the index. */
const ON_THE_SHELF = sql`${orders.holdQuantity} > ${orders.shippedQuantity}`;
const HELD = sql`${purchase.paidAt} is null`;

const pieces = (condition: SQL) =>
  sql<number>`coalesce(sum(${orders.holdQuantity} - ${orders.shippedQuantity}) filter (where ${condition}), 0)`.mapWith(
    Number,
  );

/** One statement, so that the numbers are of one moment. */
export const onTheShelf = (db: Db | Transaction, id: ToolId) =>
  db
    .select({
      ...{ available: tool.available, waiting: tool.waiting, restock_at: tool.restockAt },
      ...{ paid: pieces(sql`not ${HELD}`), held: pieces(HELD) },
    })
    .from(tool)
    .leftJoin(orders, and(eq(orders.toolId, tool.id), ON_THE_SHELF))
    .leftJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(eq(tool.id, id))
    .groupBy(tool.id);
