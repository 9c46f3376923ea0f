import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

export type ShipOrderFailure = { readonly code: 'order_not_found' | 'order_not_paid' };

/** Marks a paid order shipped. An order that was shipped before stays as it is. */
export function shipOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
): Promise<Outcome<{ changed: boolean }, ShipOrderFailure>> {
  return transact<{ changed: boolean }, ShipOrderFailure>(db, async (tx) => {
    const moved = await tx
      .update(orders)
      .set({ state: 'shipped', shippedAt: clock() })
      .where(and(eq(orders.id, id), eq(orders.state, 'paid')))
      .returning({ id: orders.id });
    if (moved.length === 1) {
      await record(tx, { action: 'order.shipped', actor: adminId, target: id });
      await post(tx, 'mail.order-shipped', `mail.order-shipped:${id}`, { orderId: id });
      return success({ changed: true });
    }
    const [row] = await tx.select({ state: orders.state }).from(orders).where(eq(orders.id, id));
    if (!row) return failure({ code: 'order_not_found' });
    return row.state === 'shipped' ? success({ changed: false }) : failure({ code: 'order_not_paid' });
  });
}
