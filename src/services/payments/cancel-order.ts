import { eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { beginCancel, type CancelBegun, type Canceller, type CancelOrderFailure } from './begin-cancel.ts';
import { closeWhileAwaited } from './close-at-provider.ts';

/** `pending`: a payment of the order is still being closed at the provider; the shop goes on by itself. */
export type Cancelled = { readonly changed: boolean; readonly pending: boolean };

/**
 * Cancels an unpaid order and gives its stock back. If a card might be charged this moment, the payment is closed at
 * the provider first: the order is cancelled only if nothing was paid, and stays paid if the customer was faster.
 */
export async function cancelOrder(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
  by: Canceller,
  id: OrderId,
): Promise<Outcome<Cancelled, CancelOrderFailure>> {
  const begun = await transact<CancelBegun, CancelOrderFailure>(context.db, (tx) => beginCancel(tx, by, id));
  if (!begun.ok) return begun;
  const { changed, closing } = begun.value;
  if (!closing) return success({ changed, pending: false });
  await closeWhileAwaited(context, closing);
  const [order] = await context.db.select({ state: orders.state }).from(orders).where(eq(orders.id, id));
  const state = order?.state;
  if (state === 'paid' || state === 'shipped') return failure({ code: 'already_paid' });
  const pending = state === 'cancelling';
  if (pending) context.wake();
  return success({ changed: true, pending });
}
