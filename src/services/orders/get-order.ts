import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { ORDER_ROW, orderView } from './order-view.ts';
import { holdIsLast } from './unpaid-limits.ts';

export async function getOrder(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  personId: string,
  id: OrderId,
): Promise<Outcome<Order, { code: 'order_not_found' }>> {
  const [found] = await db
    .select({ ...ORDER_ROW, last: holdIsLast(limits) })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(and(eq(orders.id, id), eq(orders.personId, personId)))
    .prepare(limits.unconfirmed ? 'order-with-last-hold' : 'order')
    .execute();
  return found ? success(orderView(found, found)) : failure({ code: 'order_not_found' });
}
