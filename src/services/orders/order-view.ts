import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { shippingDay } from '#model/kernel/shipping-day.ts';
import type { Order, OrderState, PurchaseNumber } from '#model/orders/order.ts';
import { closesAt, waitsForPayment } from '#model/orders/order-life.ts';
import { deliveryAt } from '#model/orders/ship-days.ts';
import { isPayPal } from '#model/purchases/paid-with.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Db, Transaction } from '../kernel/context.ts';
import { purchaseOf } from './purchase-of.ts';

export interface OrderRow {
  readonly line: typeof orders.$inferSelect;
  readonly purchase: typeof purchase.$inferSelect;
  readonly place: number | null;
  /** The day on which what waits is expected now: its buyer may be about to be told. */
  readonly expected: string | null;
  /** That day is over or gone: it is what was promised. */
  readonly undated?: boolean;
  /** The payment whose money is being taken. */
  readonly paying?: string | null;
}

/** Its place among those that wait for the same tool. */
const place = sql<number | null>`case when ${orders.waiting} > 0 then (
  select count(*)::int from orders ahead
   where ahead.tool_id = ${orders.toolId} and ahead.waiting > 0 and ahead.queue_no <= ${orders.queueNo}) end`;

/** The day on which what waits of a line is expected. */
export const EXPECTED = sql<string | null>`case when ${orders.waiting} > 0 then coalesce(
  (select restock_at from tool where tool.id = ${orders.toolId}), ${orders.promisedAt}) end`;

/** Whether pieces that wait are expected later than on this day. */
export async function comesAfter(db: Db | Transaction, purchaseId: string, day: string): Promise<boolean> {
  const its = eq(orders.purchaseId, purchaseId);
  const later = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(its, sql`${EXPECTED} > ${day}::date`))
    .limit(1);
  return later.length > 0;
}

/** Over when it is so everywhere, as `earliestDay` says. It is only shown, so the clock of the database does. */
const undated = sql<boolean>`(${orders.waiting} > 0 and not exists (
  select from tool where tool.id = ${orders.toolId}
     and restock_at >= (current_timestamp at time zone 'UTC' - interval '12 hours')::date))`;

/** The payment of a purchase whose money is being taken: it is not paid anew meanwhile. */
export const PAYING = sql<string | null>`case when ${purchase.paidAt} is null then (
  select intent_id from payment where order_id = ${purchase.id} and state = 'capturing') end`;

/** What `orderView` reads. */
export const ORDER_ROW = { line: orders, purchase, place, expected: EXPECTED, undated, paying: PAYING };

export const orderRows = (db: Db, where: SQL) =>
  db
    .select(ORDER_ROW)
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(where)
    .orderBy(asc(orders.purchaseId), asc(orders.lineNo));

/** What a list of a customer's own says of a purchase besides: in how many parts it left, and how many were cancelled. */
export const OWN_ROW = {
  ...ORDER_ROW,
  parts: sql<number>`case when ${orders.shippedQuantity} > 0
    then (select count(*)::int from shipment where purchase_id = ${purchase.id}) else 0 end`,
  dropped: sql<number>`(select max(line_no) from orders placed where placed.purchase_id = ${purchase.id}) - ${purchase.lines}`,
};

interface Own {
  readonly sku?: string | null;
  /** The stock is not held again. */
  readonly last?: boolean;
  readonly paying?: string | null;
  /** Cents; PostgreSQL sends them as text. */
  readonly refunded?: string | null;
  readonly parts?: number;
  readonly dropped?: number;
}

/** The lines of the purchase that an order belongs to. */
export const rowsOfPurchase = (db: Db, orderId: string): Promise<OrderRow[]> =>
  orderRows(db, eq(orders.purchaseId, purchaseOf(db, orderId)))
    .prepare('rows-of-purchase')
    .execute();

/** Where some pieces of an order may have left, and others not. */
const PART_SENT: readonly OrderState[] = ['paid', 'review'];

/** `own`: what lists and pages know besides. */
export function orderView(its: OrderRow, own: Own = {}): Order {
  const { line: row, purchase, place, expected, undated } = its;
  const { sku, last: holdIsLast = false, paying = null, parts = 0, dropped = 0 } = own;
  const refunded = toCents(Number(own.refunded ?? 0));
  const total = toCents(row.totalCents);
  const guard = toCents(row.guardCents);
  const discount = toCents(row.discountCents);
  const day = { date: expected, ...(undated && { undated }), ...(row.agreeBy && { answer_by: row.agreeBy }) };
  const paid = row.state === 'paid' || row.state === 'shipped';
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    quantity: row.quantity,
    tools_name: row.toolName,
    tools_image: row.toolImage,
    tools_price: row.unitPrice,
    tools_id: row.toolId,
    ...(sku && { item_number: sku }),
    paid,
    shipping: row.state === 'shipped',
    transactionId: row.state === 'cancelled' ? null : purchase.paidIntent,
    state: row.state,
    total: centsToDollars(total),
    ...(guard > 0 && { guard: centsToDollars(guard) }),
    discount: centsToDollars(discount),
    amount: centsToDollars(toCents(total - guard - discount)),
    createdAt: row.createdAt.toISOString(),
    // A line that was taken out before the payment was never paid.
    paidAt: row.state === 'cancelled' ? null : (purchase.paidAt?.toISOString() ?? null),
    shippedAt: row.shippedAt?.toISOString() ?? null,
    ...(paid && purchase.paidAt ? ships(its, purchase.paidAt) : { shipBy: null }),
    closesAt: waitsForPayment(row.state) ? closesAt(row.createdAt).toISOString() : null,
    reviewReason: TELLS_REVIEW.includes(row.state) ? purchase.reviewReason : null,
    ...(row.state === 'review' && isPayPal(purchase.reviewIntent) && { paypal: true as const }),
    holdUntil:
      row.state === 'unpaid' && row.holdQuantity + row.waiting > 0 ? (purchase.holdUntil?.toISOString() ?? null) : null,
    number: numberOf(purchase),
    ...(row.state !== 'cancelled' && purchase.invoiceNo && { invoice: purchase.invoiceNo }),
    ...(holdIsLast && { holdIsLast }),
    ...(paying && waitsForPayment(row.state) && { paying }),
    ...(row.waiting > 0 && { waiting: { pieces: row.waiting, place, ...day } }),
    ...(row.shippedQuantity > 0 && PART_SENT.includes(row.state) && { shipped: row.shippedQuantity }),
    ...(row.givenUp > 0 && row.state !== 'cancelled' && { given_up: row.givenUp }),
    ...(refunded > 0 && { refunded: centsToDollars(refunded) }),
    ...(parts > 0 && { parts }),
    ...((purchase.lines > 1 || purchase.poNumber || purchase.job || dropped > 0) && {
      purchase: {
        ...{ id: purchase.id, number: numberOf(purchase), lines: purchase.lines },
        amount: centsToDollars(toCents(purchase.amountCents)),
        ...referencesOf(purchase),
        ...(dropped > 0 && { cancelled: dropped }),
      },
    }),
  } as Order;
}

export const numberOf = ({ seq }: { seq: number }): PurchaseNumber => `P-${seq}`;

export const referencesOf = ({ poNumber, job }: Pick<OrderRow['purchase'], 'poNumber' | 'job'>) => ({
  ...(poNumber && { po_number: poNumber }),
  ...(job && { job }),
});

const TELLS_REVIEW: readonly OrderState[] = ['review', 'refund_due', 'refunded'];

/** By when it ships. What was promised from a delivery ships after that, also when it comes early. */
function ships({ line, expected }: OrderRow, paidAt: Date): Pick<Order, 'shipBy' | 'later'> {
  const kept = line.quantity - line.givenUp;
  const pieces = Math.min(line.fromDelivery, kept);
  const day = expected ?? line.promisedAt;
  const soon = shippingDay(paidAt.getTime());
  const after = shippingDay(Math.max(paidAt.getTime(), pieces > 0 && day ? deliveryAt(day) : 0));
  // One day is one promise, whatever the hour.
  const late = after.slice(0, 10) === soon.slice(0, 10) ? soon : after;
  if (kept - pieces <= line.shippedQuantity) return { shipBy: pieces > 0 ? late : soon };
  return { shipBy: soon, ...(late > soon && { later: { pieces, shipBy: late } }) };
}
