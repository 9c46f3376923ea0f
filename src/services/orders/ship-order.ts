import { and, eq, gt, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt } from '#model/orders/order-life.ts';
import { orders } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

export type ShipOrderFailure = Failure<'order_not_found' | 'order_not_paid'>;

export const shippingMail = (id: OrderId): string => `mail.order-shipped:${id}`;

/** Idempotent. The mail waits until shipping can no longer be undone. */
export function shipOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
): Promise<Outcome<{ changed: boolean }, ShipOrderFailure>> {
  return transact<{ changed: boolean }, ShipOrderFailure>(db, async (tx) => {
    const now = clock();
    // The row of the order is locked: its purchase, which moves it too, waits.
    const shipped = await tx
      .update(orders)
      .set({ shippedQuantity: sql`${orders.holdQuantity}`, shippedAt: now })
      .where(and(eq(orders.id, id), eq(orders.state, 'paid'), gt(orders.holdQuantity, orders.shippedQuantity)))
      .returning({ id: orders.id })
      .prepare('ship-order')
      .execute();
    if (shipped.length === 1) {
      await record(tx, { action: 'order.shipped', actor: adminId, target: id });
      await post(tx, 'mail.order-shipped', shippingMail(id), { orderId: id }, shippingFinalAt(now));
      return success({ changed: true });
    }
    const [row] = await tx.select({ state: orders.state }).from(orders).where(eq(orders.id, id));
    if (!row) return failure({ code: 'order_not_found' });
    return row.state === 'shipped' ? success({ changed: false }) : failure({ code: 'order_not_paid' });
  });
}
