import { and, asc, desc, eq, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { Order, OrderState } from '#model/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { InvoiceNumber, OrderName, type OrderSearch } from '#model/orders/order-search.ts';
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
  place: sql<null>`null`,
  sku: sql<string | null>`(select sku from tool where tool.id = ${orders.toolId})`,
  refunded: sql<string | null>`(select refunded_cents from payment where intent_id = ${purchase.paidIntent})`,
};

const ALIVE = ne(orders.state, 'cancelled');

export interface OrdersWanted {
  readonly status?: OrderStatus | undefined;
  readonly of?: OrderSearch | undefined;
  readonly limit?: number | undefined;
  readonly after?: number | undefined;
}

/** Without cancelled ones, but for a purchase that is asked for by itself and was cancelled as a whole. */
export async function listAllOrders(
  { db }: Pick<Context, 'db'>,
  { status, of: search, limit = ORDERS_PAGE, after }: OrdersWanted,
): Promise<Page<Order>> {
  const asked = search === undefined ? ALIVE : await meantBy(db, search);
  const before = after === undefined ? undefined : lt(orders.seq, after);
  const states = status && ORDER_STATUSES[status];
  const ofStates =
    states && (search === undefined ? newestOf(states, before, limit + 1) : inArray(orders.state, [...states]));
  const found = await db
    .select(DESK_ROW)
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(and(ofStates, asked, before))
    .orderBy(desc(orders.seq))
    .limit(limit + 1);
  const { rows, next } = cutPage(found, limit, ({ line }) => line.seq);
  const places = await placesOf(
    db,
    rows.map(({ line }) => line),
  );
  // What was served since the rows were read was the first.
  const views = rows.map((row) => orderView({ ...row, place: places.get(row.line.id) ?? 1 }, row));
  return { rows: views.toReversed(), next };
}

/** Of the lines that wait: each queue is read once, however many of its lines are listed. */
async function placesOf(
  db: Context['db'],
  lines: readonly (typeof orders.$inferSelect)[],
): Promise<Map<string, number>> {
  const waiting = lines.filter((line) => line.waiting > 0);
  if (waiting.length === 0) return new Map();
  const tools = [...new Set(waiting.map(({ toolId }) => toolId))];
  const { rows } = await db.execute<{ id: string; place: number }>(sql`
    select id, place from (
      select id, count(*) over (partition by tool_id order by queue_no)::int as place from orders
       where waiting > 0 and tool_id = any(${sql.param(tools)}::uuid[])) queue
     where id = any(${sql.param(waiting.map(({ id }) => id))}::uuid[])`);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** The newest of each state, by the index; in one statement, so that an order that moves between two comes once. */
function newestOf(states: readonly OrderState[], before: SQL | undefined, limit: number): SQL {
  const each = states.map(
    (state) =>
      sql`(select seq from ${orders} where ${and(eq(orders.state, state), before)} order by seq desc limit ${limit})`,
  );
  return sql`${orders.seq} in (${sql.join(each, sql` union all `)})`;
}

/** The customer first: in a join, the planner would have to guess the number of orders. */
async function meantBy(db: Context['db'], search: OrderSearch): Promise<SQL | undefined> {
  const name = OrderName.safeParse(search).data;
  if (!name?.includes('@')) return and(isOneOf(search, name), or(ALIVE, eq(purchase.state, 'cancelled')));
  const [customer] = await db.select({ id: person.id }).from(person).where(eq(person.email, name));
  return customer ? and(eq(orders.personId, customer.id), ALIVE) : sql`false`;
}

/** Also by its PO number or job, which may look like any name: each by its index. */
function isOneOf(search: OrderSearch, name: OrderName | undefined): SQL {
  // As it stands there, and as people say it.
  const its = search.replace(/^po(?=[\s#:])[\s#:]*/i, '');
  const ways = [search, its, `PO ${its}`, `PO#${its}`].map((way) => sql`lower(${way})`);
  const referred = sql`${orders.purchaseId} in (
    select id from purchase where lower(po_number) in (${sql.join(ways, sql`, `)})
    union all select id from purchase where lower(job) = lower(${search}))`;
  const conditions = name ? [referred, isOf(name)] : [referred];
  const found = conditions.map((condition) => sql`select ${orders.id} from ${orders} where ${condition}`);
  return sql`${orders.id} in (${sql.join(found, sql` union all `)})`;
}

function isOf(name: OrderName): SQL {
  if (name.startsWith('P-'))
    return sql`${orders.purchaseId} = (select id from purchase where seq = ${Number(name.slice(2))})`;
  if (OrderId.safeParse(name).success) return eq(orders.id, name);
  if (ShortOrderId.safeParse(name).success) return hasShortId(name);
  if (InvoiceNumber.safeParse(name).success) return hasInvoice(name);
  return sql`${orders.purchaseId} in (select order_id from payment where intent_id = ${name} or capture_id = ${name})`;
}

/** By its document, which has an index. */
function hasInvoice(no: string): SQL {
  const [year, number] = no.split('-');
  const its = and(eq(document.series, `invoice-${year}`), eq(document.number, Number(number)));
  return sql`${orders.purchaseId} in (select ${document.purchaseId} from ${document} where ${its})`;
}

/** Must match the index. */
export const hasShortId = (short: string): SQL => sql`right(${orders.id}::text, 12) = ${short.toLowerCase()}`;
