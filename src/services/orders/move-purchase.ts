import { and, eq } from 'drizzle-orm';
import type { Before } from '#model/kernel/life.ts';
import type { PURCHASE_LIFE, PurchaseState } from '#model/purchases/purchase-life.ts';
import { purchase } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';

type Also = Partial<Omit<typeof purchase.$inferInsert, 'id' | 'state'>>;

/** The only way to change the state of a purchase, with its orders. For a locked row. Throws when it is not in `from`. */
export async function move<To extends PurchaseState>(
  tx: Transaction,
  id: string,
  from: Before<typeof PURCHASE_LIFE, To>,
  to: To,
  also: Also = {},
): Promise<void> {
  const moved = await tx
    .update(purchase)
    .set({ ...also, state: to })
    .where(and(eq(purchase.id, id), eq(purchase.state, from)))
    .returning({ id: purchase.id })
    .prepare(`move-purchase ${[to, ...Object.keys(also)].join(' ')}`)
    .execute();
  if (moved.length !== 1)
    throw new Error(`Purchase ${id} could not move from ${from} to ${to} although its row was locked`);
}
