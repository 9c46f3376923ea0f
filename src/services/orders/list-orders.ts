import { and, asc, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { OrderId, type ShortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { person } from '#tables/identity.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { orderView } from './order-view.ts';
import { holdIsLast } from './renew-hold.ts';

/** A customer's own orders, oldest first. A cancelled one is gone; one that is being cancelled may still turn out paid. */
export async function listMyOrders({ db, limits }: Pick<Context, 'db' | 'limits'>, personId: string): Promise<Order[]> {
  const rows = await db
    .select({ row: orders, last: holdIsLast(limits) })
    .from(orders)
    .where(and(eq(orders.personId, personId), ne(orders.state, 'cancelled')))
    .orderBy(asc(orders.seq))
    .prepare(limits.unconfirmed ? 'my-orders-with-last-hold' : 'my-orders')
    .execute();
  return rows.map(({ row, last }) => orderView(row, last));
}

/** The most orders that one answer holds. */
const ORDERS_PAGE = 1_000;

export interface OrdersPage {
  /** Oldest first. */
  readonly orders: Order[];
  /** Ask again with this for the orders before; undefined when there are none. */
  readonly before: number | undefined;
}

type Whose = OrderId | ShortOrderId | Email;

export interface OrdersWanted {
  readonly status?: OrderStatus | undefined;
  /** The order with this id or short id, or those of the customer with this e-mail. */
  readonly of?: Whose | undefined;
  readonly limit?: number | undefined;
  readonly before?: number | undefined;
}

/** The newest of everybody's orders but the cancelled, or of some of them. For admins. */
export async function listAllOrders(
  { db }: Pick<Context, 'db'>,
  { status, of: whose, limit = ORDERS_PAGE, before }: OrdersWanted = {},
): Promise<OrdersPage> {
  const asked = whose === undefined ? undefined : await ownedBy(db, whose);
  const of = (where: SQL | undefined) =>
    db
      .select()
      .from(orders)
      .where(and(where, asked, before === undefined ? undefined : lt(orders.seq, before)))
      .orderBy(desc(orders.seq))
      .limit(limit + 1);
  // Each state has its own place in the index: their pages are put together here.
  const found = status
    ? (await Promise.all(ORDER_STATUSES[status].map((state) => of(eq(orders.state, state))))).flat()
    : await of(ne(orders.state, 'cancelled'));
  const rows = found.sort((one, other) => other.seq - one.seq).slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.seq : undefined;
  return { orders: rows.toReversed().map((row) => orderView(row)), before: last };
}

/** The customer is looked up first: the index of their orders then needs no guess of how many they are. */
async function ownedBy(db: Context['db'], whose: Whose): Promise<SQL> {
  if (OrderId.safeParse(whose).success) return eq(orders.id, whose);
  // As the index has it.
  if (!whose.includes('@')) return sql`right(${orders.id}::text, 12) = ${whose.toLowerCase()}`;
  const [customer] = await db.select({ id: person.id }).from(person).where(eq(person.email, whose));
  return customer ? eq(orders.personId, customer.id) : sql`false`;
}
