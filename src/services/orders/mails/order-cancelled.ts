import { shortOrderId } from '#model/kernel/ids.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { UNPAID_DAYS } from '#model/orders/order-life.ts';
import { orderPriced } from './order-facts.ts';

/** Tells that an order has ended without a payment. */
export const orderCancelled = (order: Order, { name, origin }: Letterhead): Letter => ({
  subject: `Your ${name} order ${shortOrderId(order._id)} was cancelled`,
  preview: 'Nothing was charged for it.',
  title: 'Your order was cancelled',
  paragraphs: ['It was cancelled before it was paid. Nothing was charged, and its pieces are free again.'],
  facts: orderPriced(order, 'Not charged'),
  action: { label: 'See the tools', url: `${origin}/` },
  notes: [`An order is cancelled by you, by the shop, or after ${UNPAID_DAYS} days without a payment.`],
});
