import { and, eq, inArray } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { finishCancel } from '../orders/finish-cancel.ts';
import { move } from '../orders/move-order.ts';
import { movePayment } from './move-payment.ts';

export type CancelOrderFailure = { readonly code: 'order_not_found' | 'already_paid' | 'not_cancellable' };

export type Canceller = { readonly customerId: string } | { readonly adminId: string } | 'shop';

export type CancelBegun = { readonly changed: boolean; readonly closing?: { orderId: string; attempt: number } };

export async function beginCancel(
  tx: Transaction,
  by: Canceller,
  id: string,
): Promise<Outcome<CancelBegun, CancelOrderFailure>> {
  const owner = by !== 'shop' && 'customerId' in by ? eq(orders.personId, by.customerId) : undefined;
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), owner))
    .for('update');
  if (!order) return failure({ code: 'order_not_found' });
  if (order.state === 'cancelled' || order.state === 'refunded') return success({ changed: false });
  if (order.state === 'paid' || order.state === 'shipped') return failure({ code: 'already_paid' });
  if (order.state === 'refund_due' || order.state === 'review') return failure({ code: 'not_cancellable' });
  const [live] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.orderId, id), inArray(payment.state, ['creating', 'open'])))
    .for('update');
  const actor = by === 'shop' ? undefined : 'customerId' in by ? by.customerId : by.adminId;
  if (live?.state === 'open') {
    const closing = { orderId: id, attempt: live.attempt };
    if (order.state === 'cancelling') return success({ changed: false, closing });
    await move(tx, id, order.state, 'cancelling');
    await post(tx, 'cancel-intent', `cancel-intent:${id}:${live.attempt}`, closing);
    await record(tx, { action: 'order.cancelling', actor, target: id });
    return success({ changed: true, closing });
  }
  // The secret of an attempt in `creating` never left the shop: it cannot be paid.
  if (live) await movePayment(tx, live, 'creating', 'cancelled');
  await finishCancel(tx, order.id, order.state === 'cancelling' ? 'cancelling' : 'unpaid', actor);
  return success({ changed: true });
}
