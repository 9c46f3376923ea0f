import { eq, type SQL, sql } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import type { Db, Transaction } from '../kernel/context.ts';

/** The id of the purchase that an order is a line of. */
export const purchaseOf = (db: Db | Transaction, orderId: string): SQL<string> =>
  sql`${db.select({ id: orders.purchaseId }).from(orders).where(eq(orders.id, orderId))}`;
