import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { WantedLine } from '#model/orders/order.ts';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import { isOut } from '#model/payments/payment-life.ts';
import { purchaseWish } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { lockPurchase } from '../orders/purchase-of.ts';
import { planLines, type SetLinesFailure, writeLines } from '../orders/set-lines.ts';
import type { Cancelled } from './cancel-order.ts';
import { beginClosing, type CancelBegun } from './change-purchase.ts';
import { closeWhileAwaited } from './close-at-provider.ts';
import { lockUndecided, movePayment } from './move-payment.ts';

export type ChangeLinesFailure = SetLinesFailure | Failure<'order_not_found' | 'already_paid'>;

/**
 * Makes lines of an own unpaid purchase have other quantities, and adds lines to it. A payment that is open is closed
 * first; if the customer was faster, they stay as they are paid.
 */
export async function changeLines(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake' | 'limits'>,
  customerId: string,
  id: OrderId,
  lines: readonly WantedLine[],
): Promise<Outcome<Cancelled, ChangeLinesFailure>> {
  const begin = () => transact(context.db, (tx) => beginSetLines(tx, customerId, id, lines, context.limits));
  const begun = await begin();
  if (!begun.ok || !begun.value.closing) return begun.ok ? success({ ...begun.value, pending: false }) : begun;
  await closeWhileAwaited(context, begun.value.closing);
  // Whoever heard that it is closed has done it, or found out why not.
  const again = await begin();
  if (!again.ok) return again;
  const pending = again.value.closing !== undefined;
  if (pending) context.wake();
  return success({ changed: true, pending });
}

async function beginSetLines(
  tx: Transaction,
  customerId: string,
  orderId: OrderId,
  lines: readonly WantedLine[],
  limits: UnpaidLimits,
): Promise<Outcome<CancelBegun, ChangeLinesFailure>> {
  const its = await lockPurchase(tx, orderId);
  if (its?.personId !== customerId) return failure({ code: 'order_not_found' });
  const { id, state } = its;
  if (state === 'paid') return failure({ code: 'already_paid' });
  if (state !== 'unpaid' && state !== 'changing' && state !== 'expiring')
    return failure({ code: 'not_changeable', figures: { why: 'ended' } });
  const live = await lockUndecided(tx, id);
  // What would be refused anyway closes no payment.
  const planned = await planLines(tx, its, lines, limits);
  if (!planned.ok || planned.value.length === 0) return planned.ok ? success({ changed: false }) : planned;
  if (!live || !isOut(live.state)) {
    if (live) await movePayment(tx, live, 'creating', 'cancelled');
    await writeLines(tx, its, planned.value);
    return success({ changed: true });
  }
  const closing = await beginClosing(tx, { id, state }, live);
  await tx
    .insert(purchaseWish)
    .values({ purchaseId: id, lines, personId: customerId })
    .onConflictDoUpdate({ target: purchaseWish.purchaseId, set: { lines } });
  return success({ changed: true, closing });
}
