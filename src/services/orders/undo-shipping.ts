import { eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt, UNDO_ACCEPTED_SECONDS } from '#model/orders/order-life.ts';
import { takeBack } from '#platform/jobs/enqueue.ts';
import { orders } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { shippingMail } from './ship-order.ts';

export type UndoShippingFailure = Failure<'order_not_found' | 'order_not_shipped' | 'shipping_final'>;

/** Fails once its mail may have begun to leave. A paid order stays as it is. */
export function undoShipping(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
): Promise<Outcome<{ changed: boolean }, UndoShippingFailure>> {
  return transact<{ changed: boolean }, UndoShippingFailure>(db, async (tx) => {
    const [order] = await tx
      .select({ state: orders.state, shippedAt: orders.shippedAt })
      .from(orders)
      .where(eq(orders.id, id))
      .for('no key update');
    if (!order) return failure({ code: 'order_not_found' });
    if (order.state === 'paid') return success({ changed: false });
    if (order.state !== 'shipped' || !order.shippedAt) return failure({ code: 'order_not_shipped' });
    if (clock() >= shippingFinalAt(order.shippedAt)) return failure(FINAL);
    if (!(await takeBack(tx, shippingMail(id)))) return failure(FINAL);
    await tx.update(orders).set({ shippedQuantity: 0, shippedAt: null }).where(eq(orders.id, id));
    await record(tx, { action: 'order.shipping_undone', actor: adminId, target: id });
    return success({ changed: true });
  });
}

const FINAL: UndoShippingFailure = { code: 'shipping_final', figures: { seconds: UNDO_ACCEPTED_SECONDS } };
