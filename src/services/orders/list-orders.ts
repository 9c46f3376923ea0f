import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Order, OrderState } from '#model/orders/order.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { orderView } from './order-view.ts';

// Given up or given back: no longer anything that its customer could do or wait for.
const ENDED: OrderState[] = ['cancelling', 'cancelled', 'refunded'];

/** A customer's own orders, oldest first. */
export async function listMyOrders({ db }: Pick<Context, 'db'>, personId: string): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.personId, personId), notInArray(orders.state, ENDED)))
    .orderBy(asc(orders.seq));
  return rows.map(orderView);
}

/** Everybody's orders, oldest first. For admins. */
export async function listAllOrders({ db }: Pick<Context, 'db'>): Promise<Order[]> {
  const rows = await db.select().from(orders).where(notInArray(orders.state, ENDED)).orderBy(asc(orders.seq));
  return rows.map(orderView);
}
