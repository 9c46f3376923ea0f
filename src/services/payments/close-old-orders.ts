import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { closedIfBefore } from '#model/orders/order-life.ts';
import { purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { beginCancel } from './begin-cancel.ts';
import { workEach } from './work-each.ts';

/** An order with held stock is being paid: it waits. */
export async function closeOldOrders(context: Pick<Context, 'db' | 'clock' | 'log' | 'wake'>): Promise<number> {
  const { db, clock } = context;
  const before = closedIfBefore(clock());
  const due = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.state, 'unpaid'), isNull(purchase.holdUntil), lt(purchase.createdAt, before)))
    .orderBy(asc(purchase.createdAt), asc(purchase.seq))
    .limit(100);
  const close = async (id: string) => {
    const begun = await transact(db, (tx) => beginCancel(tx, 'shop', { purchase: id, orders: [id] }));
    return begun.ok && begun.value.changed;
  };
  return workEach(context, due, close, 'unpaid order could not be closed');
}
