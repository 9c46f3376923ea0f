import { and, eq } from 'drizzle-orm';
import type { Before } from '#model/kernel/life.ts';
import type { OrderState } from '#model/orders/order.ts';
import type { ORDER_LIFE } from '#model/orders/order-life.ts';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';

type Also = Partial<Omit<typeof orders.$inferInsert, 'id' | 'state'>>;

/** The only way to change an order's state. False when it is not in `from`. */
export async function tryMove<To extends OrderState>(
  tx: Transaction,
  id: string,
  from: Before<typeof ORDER_LIFE, To>,
  to: To,
  also: Also = {},
): Promise<boolean> {
  const moved = await tx
    .update(orders)
    .set({ ...also, state: to })
    .where(and(eq(orders.id, id), eq(orders.state, from)))
    .returning({ id: orders.id })
    .prepare(`move-order ${[to, ...Object.keys(also)].join(' ')}`)
    .execute();
  return moved.length === 1;
}

/** For a locked row. Throws when it is not in `from`. */
export async function move<To extends OrderState>(
  tx: Transaction,
  id: string,
  from: Before<typeof ORDER_LIFE, To>,
  to: To,
  also: Also = {},
): Promise<void> {
  if (!(await tryMove(tx, id, from, to, also)))
    throw new Error(`Order ${id} could not move from ${from} to ${to} although its row was locked`);
}
