import { and, eq, type SQL, sql } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import type { Db, Transaction } from '../kernel/context.ts';

/** Plain names: Drizzle omits the name of a single table, which would compare a column with itself. */
export const verifiedPurchase: SQL<boolean> = sql<boolean>`exists (
  select from orders where orders.person_id = review.person_id and orders.state = 'shipped')`;

export async function isBuyer(db: Db | Transaction, personId: string): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.personId, personId), eq(orders.state, 'shipped')))
    .limit(1);
  return found.length > 0;
}
