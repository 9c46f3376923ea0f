import { shortOrderId } from '#model/kernel/ids.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { dayOf, orderNamed } from './order-facts.ts';

/** Tells that an order has left. */
export const orderShipped = (order: Order, { name, origin }: Letterhead): Letter => ({
  subject: `Your ${name} order ${shortOrderId(order._id)} has shipped`,
  preview: `${order.tools_name}, ${order.quantity} pieces, is on its way.`,
  title: 'Your order has shipped',
  paragraphs: ['It is on its way to the address that you gave with the order.'],
  facts: [...orderNamed(order), ...(order.shippedAt ? [{ name: 'Shipped on', value: dayOf(order.shippedAt) }] : [])],
  action: { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
});
