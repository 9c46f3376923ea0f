import { and, eq } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';

export async function ownsOrder({ db }: Pick<Context, 'db'>, personId: string, orderId: string): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.personId, personId)))
    .prepare('owns-order')
    .execute();
  return found.length > 0;
}
