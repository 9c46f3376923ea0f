import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { orders, pricePromiseLine, purchase } from '#tables/orders.ts';
import type { Db } from '../kernel/context.ts';

/** Pieces of its price promise that a purchase is without; none where there is no promise. */
export async function leftOut(db: Db, purchaseId: string) {
  const { promiseId, toolId, toolName, quantity: promised, lineNo } = pricePromiseLine;
  const lines = await db
    .select({ toolId, toolName, promised, pieces: sql<number>`${promised} - coalesce(${orders.quantity}, 0)` })
    .from(purchase)
    .innerJoin(pricePromiseLine, eq(promiseId, purchase.promiseId))
    .leftJoin(orders, and(eq(orders.purchaseId, purchase.id), eq(orders.toolId, toolId), ne(orders.state, 'cancelled')))
    .where(eq(purchase.id, purchaseId))
    .orderBy(asc(lineNo))
    .prepare('left-out')
    .execute();
  return lines.filter(({ pieces }) => pieces > 0);
}
