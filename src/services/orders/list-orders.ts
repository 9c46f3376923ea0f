import { and, asc, desc, eq, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { Order } from '#model/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { InvoiceNumber, type Sought } from '#model/orders/sought.ts';
import { person } from '#tables/identity.ts';
import { document, orders, purchase } from '#tables/orders.ts';
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

const ALIVE = ne(orders.state, 'cancelled');

export interface OrdersWanted {
  readonly status?: OrderStatus | undefined;
  readonly of?: Sought | undefined;
  readonly limit?: number | undefined;
  readonly after?: number | undefined;
}

/** Without cancelled ones, but for a purchase that is asked for by itself and was cancelled as a whole. */
export async function listAllOrders(
  { db }: Pick<Context, 'db'>,
  { status, of: sought, limit = ORDERS_PAGE, after }: OrdersWanted,
): Promise<Page<Order>> {
  const asked = sought === undefined ? ALIVE : await meantBy(db, sought);
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
    : await of(undefined);
  const newestFirst = found.toSorted((one, other) => other.line.seq - one.line.seq);
  const { rows, next } = cutPage(newestFirst, limit, ({ line }) => line.seq);
  return { rows: rows.toReversed().map((row) => orderView(row, row)), next };
}

/** The customer first: in a join, the planner would have to guess the number of orders. */
async function meantBy(db: Context['db'], sought: Sought): Promise<SQL | undefined> {
  if (!sought.includes('@')) return and(isOf(sought), or(ALIVE, eq(purchase.state, 'cancelled')));
  const [customer] = await db.select({ id: person.id }).from(person).where(eq(person.email, sought));
  return customer ? and(eq(orders.personId, customer.id), ALIVE) : sql`false`;
}

function isOf(sought: Sought): SQL {
  if (sought.startsWith('P-')) return eq(purchase.seq, Number(sought.slice(2)));
  if (OrderId.safeParse(sought).success) return eq(orders.id, sought);
  if (ShortOrderId.safeParse(sought).success) return hasShortId(sought);
  if (InvoiceNumber.safeParse(sought).success) return hasInvoice(sought);
  return sql`${orders.purchaseId} in (select order_id from payment where intent_id = ${sought} or capture_id = ${sought})`;
}

/** By its document, which has an index. */
function hasInvoice(no: string): SQL {
  const [year, number] = no.split('-');
  const its = and(eq(document.series, `invoice-${year}`), eq(document.number, Number(number)));
  return sql`${orders.purchaseId} in (select ${document.purchaseId} from ${document} where ${its})`;
}

/** Must match the index. */
export const hasShortId = (short: string): SQL => sql`right(${orders.id}::text, 12) = ${short.toLowerCase()}`;
