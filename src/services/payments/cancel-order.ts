import { and, eq, inArray } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { finishCancel } from '../orders/finish-cancel.ts';
import { closeAtProvider } from './close-at-provider.ts';

export type CancelOrderFailure = { readonly code: 'order_not_found' | 'already_paid' | 'not_cancellable' };

/** Who cancels: a customer only an order of their own, an admin anybody's. */
export type Canceller = { readonly customerId: string } | { readonly adminId: string };

/** `pending`: a payment of the order is still being closed at the provider; the shop goes on by itself. */
export type Cancelled = { readonly changed: boolean; readonly pending: boolean };

type Step = { readonly changed: boolean; readonly closing?: { orderId: string; attempt: number } };

// A person waits for the answer; a provider that takes longer is asked again in the background.
const VERDICT_MS = 4_000;

/**
 * Cancels an unpaid order and gives its stock back. If a card might be charged this moment, the payment is closed at
 * the provider first: the order is cancelled only if nothing was paid, and stays paid if the customer was faster.
 */
export async function cancelOrder(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
  by: Canceller,
  id: OrderId,
): Promise<Outcome<Cancelled, CancelOrderFailure>> {
  const begun = await transact<Step, CancelOrderFailure>(context.db, (tx) => beginCancel(tx, by, id));
  if (!begun.ok) return begun;
  const { changed, closing } = begun.value;
  if (!closing) return success({ changed, pending: false });
  await Promise.race([closeAtProvider(context, closing), patience()]);
  const [order] = await context.db.select({ state: orders.state }).from(orders).where(eq(orders.id, id));
  if (order?.state === 'paid' || order?.state === 'shipped') return failure({ code: 'already_paid' });
  const pending = order?.state === 'cancelling';
  if (pending) context.wake();
  return success({ changed: true, pending });
}

async function beginCancel(tx: Transaction, by: Canceller, id: OrderId): Promise<Outcome<Step, CancelOrderFailure>> {
  const owner = 'customerId' in by ? eq(orders.personId, by.customerId) : undefined;
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
  const actor = 'customerId' in by ? by.customerId : by.adminId;
  if (live?.state === 'open') {
    const closing = { orderId: id as string, attempt: live.attempt };
    if (order.state === 'cancelling') return success({ changed: false, closing });
    await tx
      .update(orders)
      .set({ state: 'cancelling' })
      .where(and(eq(orders.id, id), inArray(orders.state, ['unpaid', 'expiring'])));
    await post(tx, 'cancel-intent', `cancel-intent:${id}:${live.attempt}`, closing);
    await record(tx, { action: 'order.cancelling', actor, target: id });
    return success({ changed: true, closing });
  }
  // Of an attempt that was never opened no secret has left the shop: nobody can pay it.
  if (live)
    await tx
      .update(payment)
      .set({ state: 'cancelled' })
      .where(and(eq(payment.orderId, id), eq(payment.attempt, live.attempt), eq(payment.state, 'creating')));
  await finishCancel(tx, order.id, order.state === 'cancelling' ? 'cancelling' : 'unpaid', actor);
  return success({ changed: true });
}

const patience = (): Promise<void> => new Promise((over) => setTimeout(over, VERDICT_MS).unref());
