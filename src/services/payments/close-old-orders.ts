import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { UNPAID_DAYS } from '#model/orders/order-life.ts';
import { purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { beginCancel } from './begin-cancel.ts';

/** An order with held stock is being paid: it waits. */
export async function closeOldOrders({
  db,
  clock,
  log,
  wake,
}: Pick<Context, 'db' | 'clock' | 'log' | 'wake'>): Promise<number> {
  const before = new Date(clock().getTime() - UNPAID_DAYS * 86_400_000);
  const due = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.state, 'unpaid'), isNull(purchase.holdUntil), lt(purchase.createdAt, before)))
    .orderBy(asc(purchase.createdAt), asc(purchase.seq))
    .limit(100);
  let closed = 0;
  for (const { id } of due) {
    try {
      const begun = await transact(db, (tx) => beginCancel(tx, 'shop', { purchase: id, orders: [id] }));
      if (begun.ok && begun.value.changed) closed += 1;
    } catch (error) {
      log.error({ err: error, order: id }, 'unpaid order could not be closed');
    }
  }
  if (closed > 0) wake();
  return closed;
}
