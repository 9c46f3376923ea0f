import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt, UNDO_ACCEPTED_SECONDS } from '#model/orders/order-life.ts';
import { takeBack } from '#platform/jobs/enqueue.ts';
import { orders, shipment, shipmentLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { lockPurchase } from './purchase-of.ts';
import { shippingMail } from './ship-purchase.ts';

export type UndoShippingFailure = Failure<'order_not_found' | 'order_not_shipped' | 'shipping_final'>;

/**
 * Of the last shipment with pieces of this order, whole, or of `shipmentId`, so that a repeated request takes no other
 * one back. Fails once its mail may have begun to leave.
 */
export function undoShipping(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  shipmentId?: string,
): Promise<Outcome<{ changed: boolean }, UndoShippingFailure>> {
  return transact<{ changed: boolean }, UndoShippingFailure>(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    const [order] = await tx
      .select({ state: orders.state, shipped: orders.shippedQuantity })
      .from(orders)
      .where(eq(orders.id, id))
      .for('no key update');
    if (!its || !order) return failure({ code: 'order_not_found' });
    if (order.state === 'paid' && order.shipped === 0) return success({ changed: false });
    const [last] = await tx
      .select({ id: shipment.id, at: shipment.at })
      .from(shipment)
      .innerJoin(shipmentLine, and(eq(shipmentLine.shipmentId, shipment.id), eq(shipmentLine.orderId, id)))
      .where(shipmentId === undefined ? undefined : eq(shipment.id, shipmentId))
      .orderBy(desc(shipment.no))
      .limit(1);
    if (!last && shipmentId !== undefined) return success({ changed: false });
    if (its.state !== 'paid' || !last) return failure({ code: 'order_not_shipped' });
    if (clock() >= shippingFinalAt(last.at)) return failure(FINAL);
    if (!(await takeBack(tx, shippingMail(last.id)))) return failure(FINAL);
    const lines = await tx.select().from(shipmentLine).where(eq(shipmentLine.shipmentId, last.id));
    const back = await tx
      .update(orders)
      .set({ shippedQuantity: sql`${orders.shippedQuantity} - ${shipmentLine.quantity}`, shippedAt: null })
      .from(shipmentLine)
      .where(
        and(
          eq(shipmentLine.shipmentId, last.id),
          eq(orders.id, shipmentLine.orderId),
          gte(orders.shippedQuantity, shipmentLine.quantity),
        ),
      )
      .returning({ id: orders.id });
    // Some of its pieces were refunded since, as ones that had left.
    if (back.length < lines.length) return failure(FINAL);
    await tx.delete(shipment).where(eq(shipment.id, last.id));
    for (const { id: target } of back) await record(tx, { action: 'order.shipping_undone', actor: adminId, target });
    return success({ changed: true });
  });
}

const FINAL: UndoShippingFailure = { code: 'shipping_final', figures: { seconds: UNDO_ACCEPTED_SECONDS } };
