import { and, eq } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { releaseHold } from './release-hold.ts';

/** Ends an order that nobody can pay any more, and gives back what it held. */
export async function finishCancel(
  tx: Transaction,
  id: string,
  from: 'unpaid' | 'cancelling',
  actor?: string,
): Promise<void> {
  if (!(await releaseHold(tx, id, from, 'cancelled'))) {
    const moved = await tx
      .update(orders)
      .set({ state: 'cancelled' })
      .where(and(eq(orders.id, id), eq(orders.state, from), eq(orders.holdQuantity, 0)))
      .returning({ id: orders.id });
    if (moved.length !== 1) throw new Error(`Order ${id} was not ${from} although its row was locked`);
  }
  await record(tx, { action: 'order.cancelled', actor, target: id });
  await post(tx, 'mail.order-cancelled', `mail.order-cancelled:${id}`, { orderId: id });
}
