import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { Order, OrderState } from '#model/orders/order.ts';
import { closesAt, waitsForPayment } from '#model/orders/order-life.ts';
import type { orders } from '#tables/orders.ts';
import { amountOf } from './order-amount.ts';

/** `holdIsLast`: the stock is not held again. Shown to its customer only. */
export function orderView(row: typeof orders.$inferSelect, holdIsLast = false): Order {
  const total = toCents(row.totalCents);
  const guard = toCents(row.guardCents);
  const discount = toCents(row.discountCents);
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
    paid,
    shipping: row.state === 'shipped',
    transactionId: paid ? row.paidIntent : null,
    state: row.state,
    total: centsToDollars(total),
    ...(guard > 0 && { guard: centsToDollars(guard) }),
    discount: centsToDollars(discount),
    amount: centsToDollars(amountOf(row)),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    shippedAt: row.shippedAt?.toISOString() ?? null,
    shipBy: paid && row.paidAt ? shipBy(row.paidAt).toISOString() : null,
    closesAt: waitsForPayment(row.state) ? closesAt(row.createdAt).toISOString() : null,
    reviewReason: TELLS_REVIEW.includes(row.state) ? row.reviewReason : null,
    holdUntil: row.state === 'unpaid' && row.holdQuantity > 0 ? (row.holdUntil?.toISOString() ?? null) : null,
    ...(holdIsLast && { holdIsLast }),
  } as Order;
}

const TELLS_REVIEW: readonly OrderState[] = ['review', 'refund_due', 'refunded'];

function shipBy(paidAt: Date): Date {
  const day = new Date(paidAt);
  day.setUTCDate(day.getUTCDate() + SHOP_FACTS.shippingDays);
  return day;
}
