import { and, eq, inArray } from 'drizzle-orm';
import type { OrderState } from '#model/orders/order.ts';
import { statesBefore } from '#model/orders/order-life.ts';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';

/** Moves an order whose row is locked along an arrow that the shop itself takes. */
export async function move(
  tx: Transaction,
  id: string,
  to: OrderState,
  also: Partial<typeof orders.$inferSelect>,
): Promise<void> {
  const moved = await tx
    .update(orders)
    .set({ ...also, state: to })
    .where(and(eq(orders.id, id), inArray(orders.state, statesBefore(to))))
    .returning({ id: orders.id });
  if (moved.length !== 1) throw new Error(`Order ${id} could not move to ${to} although its row was locked`);
}
