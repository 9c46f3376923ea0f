import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { Db, Transaction } from '../kernel/context.ts';

/** Must match the index. */
const ON_THE_SHELF = sql`${orders.holdQuantity} > 0 and ${orders.shippedAt} is null`;

const pieces = (condition: SQL) =>
  sql<number>`coalesce(sum(${orders.holdQuantity}) filter (where ${condition}), 0)`.mapWith(Number);

/** One statement, so that the three numbers are of one moment. */
export const onTheShelf = (db: Db | Transaction, id: ToolId) =>
  db
    .select({ available: tool.available, paid: pieces(isNotNull(orders.paidAt)), held: pieces(isNull(orders.paidAt)) })
    .from(tool)
    .leftJoin(orders, and(eq(orders.toolId, tool.id), ON_THE_SHELF))
    .where(eq(tool.id, id))
    .groupBy(tool.id);
