import { and, eq, lt, sql } from 'drizzle-orm';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { isOut } from '#model/payments/payment-life.ts';
import { orders, type purchase, purchaseWish } from '#tables/orders.ts';
import type { payment } from '#tables/payments.ts';
import type { Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { dropLines } from '../orders/drop-lines.ts';
import { move } from '../orders/move-purchase.ts';
import { finishCancel, releaseHold } from '../orders/release-hold.ts';
import { askToClose, movePayment } from './move-payment.ts';

export type CancelBegun = { readonly changed: boolean; readonly closing?: { orderId: string; attempt: number } };

type Changeable = Pick<typeof purchase.$inferSelect, 'id'> & { state: 'unpaid' | 'changing' | 'expiring' };

/**
 * Takes lines out of a purchase whose row is locked and that has other lines. While a payment is open the wish waits
 * until that is closed: paid first, it is forgotten.
 */
export async function beginDropLines(
  tx: Transaction,
  { id, state }: Changeable,
  orderIds: readonly string[],
  live: typeof payment.$inferSelect | undefined,
  actor: string | undefined,
): Promise<Outcome<CancelBegun, never>> {
  if (!live || !isOut(live.state)) {
    // The secret of an attempt in `creating` never left the shop: it cannot be paid.
    if (live) await movePayment(tx, live, 'creating', 'cancelled');
    await dropLines(tx, id, orderIds, actor);
    return success({ changed: true });
  }
  const closing = await beginClosing(tx, { id, state }, live);
  const wished = sql`${sql.param([...orderIds])}::uuid[]`;
  const added = await tx
    .insert(purchaseWish)
    .values({ purchaseId: id, dropOrders: [...orderIds], personId: actor })
    .onConflictDoUpdate({
      target: purchaseWish.purchaseId,
      set: { dropOrders: sql`array(select unnest(${purchaseWish.dropOrders}) union select unnest(${wished}))` },
      setWhere: sql`not ${purchaseWish.dropOrders} @> ${wished}`,
    })
    .returning();
  return success({ changed: added.length > 0, closing });
}

/** Its payment, if nothing closes it yet. For a purchase whose row is locked. */
export async function beginClosing(tx: Transaction, { id, state }: Changeable, live: typeof payment.$inferSelect) {
  const closing = { orderId: id, attempt: live.attempt };
  if (state === 'unpaid') {
    await move(tx, id, 'unpaid', 'changing');
    await askToClose(tx, closing);
  }
  return closing;
}

/** Does what was wished once nothing is open. `expiring`: its hold is given up already, and it is unpaid. */
export async function fulfilWish(tx: Transaction, id: string, state: 'changing' | 'expiring'): Promise<void> {
  const wish = await takeWish(tx, id);
  const actor = wish?.personId ?? undefined;
  const ends = wish !== undefined && (await areAll(tx, id, wish.dropOrders));
  // Before the move, because whoever places an order holds the tools and may wait for this purchase's `unpaid_place`.
  if (ends) await releaseHold(tx, id);
  else if (wish) await dropLines(tx, id, wish.dropOrders, actor);
  if (state === 'changing') await move(tx, id, 'changing', 'unpaid');
  if (ends) await finishCancel(tx, id, 'unpaid', actor);
}

/** Whether these are all lines that are left. */
async function areAll(tx: Transaction, id: string, orderIds: readonly string[]): Promise<boolean> {
  const left = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.purchaseId, id), lt(orders.givenUp, orders.quantity)));
  return left.every((line) => orderIds.includes(line.id));
}

/** Paid first: the lines stay, and the buyer sees that they are paid. */
export async function forgetWish(tx: Transaction, id: string): Promise<void> {
  const wish = await takeWish(tx, id);
  if (wish) await record(tx, { action: 'order.change_too_late', actor: wish.personId ?? undefined, target: id });
}

async function takeWish(tx: Transaction, id: string) {
  const [wish] = await tx
    .delete(purchaseWish)
    .where(eq(purchaseWish.purchaseId, id))
    .returning()
    .prepare('take-wish')
    .execute();
  return wish;
}
