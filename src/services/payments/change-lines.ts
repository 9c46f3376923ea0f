import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { WantedLines } from '#model/orders/order.ts';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import { isOut } from '#model/payments/payment-life.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { lockKey } from '../kernel/lock-key.ts';
import { transact } from '../kernel/transact.ts';
import { lockPurchase } from '../orders/purchase-of.ts';
import { planLines, type SetLinesFailure, writeLines } from '../orders/set-lines.ts';
import { beginClosing, type CancelBegun } from './change-purchase.ts';
import { closeWhileAwaited } from './close-at-provider.ts';
import { lockUndecided, movePayment } from './move-payment.ts';

export type ChangeLinesFailure = SetLinesFailure | Failure<'order_not_found' | 'already_paid' | 'payment_closing'>;

/**
 * Makes lines of an own unpaid purchase have other quantities, and adds lines to it. A payment that is open is closed
 * first: what its buyer wants is done once that is over, or they ask again. If they were faster, all stays as it is paid.
 */
export async function changeLines(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake' | 'limits'>,
  customerId: string,
  id: OrderId,
  wanted: WantedLines,
): Promise<Outcome<{ changed: boolean }, ChangeLinesFailure>> {
  const change = () => transact(context.db, (tx) => changeOrClose(tx, customerId, id, wanted, context.limits));
  const begun = await change();
  if (!begun.ok || !begun.value.closing) return begun;
  await closeWhileAwaited(context, begun.value.closing);
  const again = await change();
  if (!again.ok || !again.value.closing) return again;
  context.wake();
  return failure({ code: 'payment_closing' });
}

async function changeOrClose(
  tx: Transaction,
  customerId: string,
  orderId: OrderId,
  wanted: WantedLines,
  limits: UnpaidLimits,
): Promise<Outcome<CancelBegun, ChangeLinesFailure>> {
  // Two purchases of one customer that grow at once would each be judged without the other.
  await lockKey(tx, customerId, 'unpaid lines');
  const its = await lockPurchase(tx, orderId);
  if (its?.personId !== customerId) return failure({ code: 'order_not_found' });
  const { id, state } = its;
  if (state === 'paid') return failure({ code: 'already_paid' });
  if (state !== 'unpaid' && state !== 'changing' && state !== 'expiring')
    return failure({ code: 'not_changeable', figures: { why: 'ended' } });
  const live = await lockUndecided(tx, id);
  // What would be refused anyway closes no payment.
  const planned = await planLines(tx, its, wanted, limits);
  if (!planned.ok || planned.value.length === 0) return planned.ok ? success({ changed: false }) : planned;
  if (live && isOut(live.state))
    return success({ changed: false, closing: await beginClosing(tx, { id, state }, live) });
  if (live) await movePayment(tx, live, 'creating', 'cancelled');
  await writeLines(tx, its, planned.value);
  return success({ changed: true });
}
