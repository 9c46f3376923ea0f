import { eq, type SQL, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import type { PurchaseNumber } from '#model/orders/order.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Db, Transaction } from '../kernel/context.ts';

/** Its number, its own id or that of one of its lines. */
export type PurchaseKey = OrderId | PurchaseNumber;

export const purchaseOf = (db: Db | Transaction, orderId: string): SQL<string> =>
  sql`${db.select({ id: orders.purchaseId }).from(orders).where(eq(orders.id, orderId))}`;

export const isPurchase = (db: Db | Transaction, key: PurchaseKey): SQL =>
  isNumber(key) ? eq(purchase.seq, Number(key.slice(2))) : eq(purchase.id, purchaseOf(db, key));

const isNumber = (key: PurchaseKey): key is PurchaseNumber => key.startsWith('P-');

/** Locks the purchase that an order is a line of: before its payment, its tools and its lines, as everywhere. */
export async function lockPurchase(
  tx: Transaction,
  orderId: string,
): Promise<typeof purchase.$inferSelect | undefined> {
  const [its] = await tx
    .select()
    .from(purchase)
    .where(eq(purchase.id, purchaseOf(tx, orderId)))
    .for('update')
    .prepare('lock-purchase-of-order')
    .execute();
  return its;
}
