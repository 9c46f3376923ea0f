import { and, asc, eq, lt } from 'drizzle-orm';
import { isOut } from '#model/payments/payment-life.ts';
import { purchase } from '#tables/orders.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { move } from '../orders/move-purchase.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { askToClose, lockUndecided, movePayment } from './move-payment.ts';
import { workEach } from './work-each.ts';

export async function expireHolds(context: Pick<Context, 'db' | 'clock' | 'log' | 'wake'>): Promise<number> {
  const { db, clock } = context;
  const due = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.state, 'unpaid'), lt(purchase.holdUntil, clock())))
    .orderBy(asc(purchase.holdUntil), asc(purchase.seq))
    .limit(100);
  const expire = (id: string) => db.transaction((tx) => expireHold(tx, id, clock()));
  return workEach(context, due, expire, 'hold could not be ended');
}

async function expireHold(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const [order] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, id), eq(purchase.state, 'unpaid'), lt(purchase.holdUntil, now)))
    .for('update');
  if (!order) return false;
  const live = await lockUndecided(tx, id);
  if (live && isOut(live.state)) {
    // The buyer may be paying: close the payment first, release the stock after.
    await move(tx, id, 'unpaid', 'expiring');
    await askToClose(tx, live);
    return true;
  }
  if (live) await movePayment(tx, live, 'creating', 'cancelled');
  await releaseHold(tx, id);
  await record(tx, { action: 'order.hold_released', target: id });
  return true;
}
