import { eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { waitsForPayment } from '#model/orders/order-life.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { beginCancel, type Canceller, type CancelOrderFailure } from './begin-cancel.ts';
import type { CancelBegun } from './change-purchase.ts';
import { closeWhileAwaited } from './close-at-provider.ts';

/** `pending`: a payment is still being closed at the provider. */
export type Cancelled = { readonly changed: boolean; readonly pending: boolean };

/** A payment that may be charged is closed at the provider first; if the customer was faster, the order stays paid. */
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
  const pending = state === 'cancelling' || (state !== undefined && waitsForPayment(state));
  if (pending) context.wake();
  return success({ changed: true, pending });
}
