import { inArray } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { waitsForPayment } from '#model/orders/order-life.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { beginCancel, type Canceller, type CancelOrderFailure, type LinesToCancel } from './begin-cancel.ts';
import { closeWhileAwaited } from './close-at-provider.ts';

/** Paid with others, it is taken out of their purchase. */
export const cancelOrder = (context: Parameters<typeof cancelLines>[0], by: Canceller, id: OrderId) =>
  cancelLines(context, by, { purchase: id, orders: [id] });

/** `pending`: a payment is still being closed at the provider. */
export type Cancelled = { readonly changed: boolean; readonly pending: boolean };

/**
 * All of the lines or none. A payment that may be charged is closed at the provider first; if the customer was faster,
 * they stay paid.
 */
export async function cancelLines(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
  by: Canceller,
  lines: LinesToCancel<OrderId>,
): Promise<Outcome<Cancelled, CancelOrderFailure>> {
  const begun = await transact(context.db, (tx) => beginCancel(tx, by, lines));
  if (!begun.ok) return begun;
  const { changed, closing } = begun.value;
  if (!closing) return success({ changed, pending: false });
  await closeWhileAwaited(context, closing);
  const rows = await context.db
    .select({ state: orders.state })
    .from(orders)
    .where(inArray(orders.id, [...lines.orders]));
  // What was taken out before stays cancelled; the others have one fate.
  const state = rows.find((line) => line.state !== 'cancelled')?.state;
  if (state === 'paid' || state === 'shipped') return failure({ code: 'already_paid' });
  const pending = state === 'cancelling' || (state !== undefined && waitsForPayment(state));
  if (pending) context.wake();
  return success({ changed: true, pending });
}
