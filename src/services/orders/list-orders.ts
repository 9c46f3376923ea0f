import { and, asc, eq, ne } from 'drizzle-orm';
import type { Order } from '#model/orders/order.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { orderView } from './order-view.ts';

/** A customer's own orders, oldest first. A cancelled one is gone; one that is being cancelled may still turn out paid. */
export async function listMyOrders({ db }: Pick<Context, 'db'>, personId: string): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.personId, personId), ne(orders.state, 'cancelled')))
    .orderBy(asc(orders.seq));
  return rows.map(orderView);
}

/** Everybody's orders but the cancelled, oldest first. For admins. */
export async function listAllOrders({ db }: Pick<Context, 'db'>): Promise<Order[]> {
  const rows = await db.select().from(orders).where(ne(orders.state, 'cancelled')).orderBy(asc(orders.seq));
  return rows.map(orderView);
}
