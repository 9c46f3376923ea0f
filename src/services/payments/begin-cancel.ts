import { and, eq, inArray, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { OrderState } from '#model/orders/order.ts';
import { isOut } from '#model/payments/payment-life.ts';
import { awaitsPayment, type PurchaseState } from '#model/purchases/purchase-life.ts';
import { orders, purchase, purchaseWish } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { move } from '../orders/move-purchase.ts';
import { purchaseOf } from '../orders/purchase-of.ts';
import { finishCancel } from '../orders/release-hold.ts';
import { beginDropLines, type CancelBegun } from './change-purchase.ts';
import { askToClose, lockUndecided, movePayment } from './move-payment.ts';

export type CancelOrderFailure = Failure<'order_not_found' | 'already_paid' | 'not_cancellable'>;

export type Canceller = { readonly customerId: string } | { readonly adminId: string } | 'shop';

/** `purchase`: its own id or that of any line. `orders`: lines of it. */
export interface LinesToCancel<Id extends string = string> {
  readonly purchase: Id;
  readonly orders: readonly Id[];
}

export async function beginCancel(
  tx: Transaction,
  by: Canceller,
  lines: LinesToCancel,
): Promise<Outcome<CancelBegun, CancelOrderFailure>> {
  const owner = by !== 'shop' && 'customerId' in by ? eq(purchase.personId, by.customerId) : undefined;
  const [order] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, purchaseOf(tx, lines.purchase)), owner))
    .for('update');
  if (!order) return failure({ code: 'order_not_found' });
  const named = await linesNamed(tx, order.id, lines.orders);
  if (named.length < new Set(lines.orders).size) return failure({ code: 'order_not_found' });
  const left = named.filter((line) => !line.dropped).map((line) => line.id);
  const returned = isReturned(order) || named.some(isReturned);
  if (by !== 'shop' && left.length === 0 && !returned) return success({ changed: false });
  if (order.state === 'cancelled' || (by === 'shop' && order.state === 'refunded')) return success({ changed: false });
  if (order.state === 'paid' && left.length > 0) return failure({ code: 'already_paid' });
  if (returned) return failure({ code: 'not_cancellable', figures: { why: 'refunded' } });
  if (!awaitsPayment(order.state)) return failure({ code: 'not_cancellable' });
  const { id } = order;
  const live = await lockUndecided(tx, id);
  const actor = by === 'shop' ? undefined : 'customerId' in by ? by.customerId : by.adminId;
  const { state } = order;
  if (state === 'changing' || (state !== 'cancelling' && order.lines > left.length && by !== 'shop')) {
    // The shop itself closes whole purchases, which nobody is paying or changing.
    if (by === 'shop') return failure({ code: 'not_cancellable' });
    return beginDropLines(tx, { id, state }, left, live, actor);
  }
  if (live && isOut(live.state)) {
    const closing = { orderId: id, attempt: live.attempt };
    if (state === 'cancelling') return success({ changed: false, closing });
    await move(tx, id, state, 'cancelling');
    await tx.delete(purchaseWish).where(eq(purchaseWish.purchaseId, id));
    await askToClose(tx, closing);
    await record(tx, { action: 'order.cancelling', actor, target: id });
    return success({ changed: true, closing });
  }
  // The secret of an attempt in `creating` never left the shop: it cannot be paid.
  if (live) await movePayment(tx, live, 'creating', 'cancelled');
  await finishCancel(tx, id, state === 'cancelling' ? 'cancelling' : 'unpaid', actor);
  return success({ changed: true });
}

/** Its money has gone back, or is on its way: it was paid, and is no order that was cancelled. */
const isReturned = ({ state }: { readonly state: OrderState | PurchaseState }): boolean =>
  state === 'refunded' || state === 'refund_due';

/** `dropped`: it was taken out before. Asked again, the other lines stay. */
const linesNamed = (tx: Transaction, purchaseId: string, ids: readonly string[]) =>
  tx
    .select({ id: orders.id, state: orders.state, dropped: sql<boolean>`${orders.givenUp} = ${orders.quantity}` })
    .from(orders)
    .where(and(eq(orders.purchaseId, purchaseId), inArray(orders.id, [...ids])));
