import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { releaseHold } from '../orders/release-hold.ts';

/** Gives back the stock of unpaid orders whose hold has run out. The orders stay, and can still be paid if stock is left. */
export async function expireHolds({ db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>): Promise<number> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'unpaid'), gt(orders.holdQuantity, 0), lt(orders.holdUntil, clock())))
    .limit(100);
  for (const { id } of due) await db.transaction((tx) => expireHold(tx, id, clock()));
  if (due.length > 0) wake();
  return due.length;
}

async function expireHold(tx: Transaction, id: string, now: Date): Promise<void> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid'), gt(orders.holdQuantity, 0), lt(orders.holdUntil, now)))
    .for('update');
  if (!order) return;
  const [live] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.orderId, id), inArray(payment.state, ['creating', 'open'])));
  if (!live) {
    if (await releaseHold(tx, id, 'unpaid', 'unpaid')) await record(tx, { action: 'order.hold_released', target: id });
    return;
  }
  // The buyer may be paying this moment: the payment is closed at the provider first, the stock given back after.
  await tx
    .update(orders)
    .set({ state: 'expiring' })
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid')));
  await post(tx, 'cancel-intent', `cancel-intent:${id}:${live.attempt}`, { orderId: id, attempt: live.attempt });
}
