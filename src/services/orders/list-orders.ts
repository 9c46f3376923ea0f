import { and, asc, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { OrderId, type ShortOrderId } from '#model/kernel/ids.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { Order, PurchaseNumber } from '#model/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { person } from '#tables/identity.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { ORDER_ROW, OWN_ROW, orderView } from './order-view.ts';
import { holdIsLast } from './unpaid-limits.ts';

/** Oldest first, without cancelled ones. One in `cancelling` may still turn out paid. */
export async function listMyOrders({ db, limits }: Pick<Context, 'db' | 'limits'>, personId: string): Promise<Order[]> {
  const rows = await db
    .select({ ...OWN_ROW, last: holdIsLast(limits) })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(and(eq(orders.personId, personId), ne(orders.state, 'cancelled')))
    .orderBy(asc(orders.seq))
    .prepare(limits.unconfirmed ? 'my-orders-with-last-hold' : 'my-orders')
    .execute();
  return rows.map((row) => orderView(row, row));
}

const ORDERS_PAGE = 1_000;

const DESK_ROW = {
  ...ORDER_ROW,
  sku: sql<string | null>`(select sku from tool where tool.id = ${orders.toolId})`,
  refunded: sql<string | null>`(select refunded_cents from payment where intent_id = ${purchase.paidIntent})`,
};

type Whose = OrderId | ShortOrderId | PurchaseNumber | Email;

export interface OrdersWanted {
  readonly status?: OrderStatus | undefined;
  readonly of?: Whose | undefined;
  readonly limit?: number | undefined;
  readonly after?: number | undefined;
}

export async function listAllOrders(
  { db }: Pick<Context, 'db'>,
  { status, of: whose, limit = ORDERS_PAGE, after }: OrdersWanted,
): Promise<Page<Order>> {
  const asked = whose === undefined ? undefined : await ownedBy(db, whose);
  const of = (where: SQL | undefined) =>
    db
      .select(DESK_ROW)
      .from(orders)
      .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
      .where(and(where, asked, after === undefined ? undefined : lt(orders.seq, after)))
      .orderBy(desc(orders.seq))
      .limit(limit + 1);
  // The index is by state: query each and merge.
  const found = status
    ? (await Promise.all(ORDER_STATUSES[status].map((state) => of(eq(orders.state, state))))).flat()
    : await of(ne(orders.state, 'cancelled'));
  const newestFirst = found.toSorted((one, other) => other.line.seq - one.line.seq);
  const { rows, next } = cutPage(newestFirst, limit, ({ line }) => line.seq);
  return { rows: rows.toReversed().map((row) => orderView(row, row)), next };
}

/** The customer first: in a join, the planner would have to guess the number of orders. */
async function ownedBy(db: Context['db'], whose: Whose): Promise<SQL> {
  if (OrderId.safeParse(whose).success) return eq(orders.id, whose);
  if (whose.startsWith('P-') && !whose.includes('@')) return eq(purchase.seq, Number(whose.slice(2)));
  if (!whose.includes('@')) return hasShortId(whose);
  const [customer] = await db.select({ id: person.id }).from(person).where(eq(person.email, whose));
  return customer ? eq(orders.personId, customer.id) : sql`false`;
}

/** Must match the index. */
export const hasShortId = (short: string): SQL => sql`right(${orders.id}::text, 12) = ${short.toLowerCase()}`;
