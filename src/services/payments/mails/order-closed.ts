import { shortOrderId } from '#model/kernel/ids.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { orderPriced } from '../../orders/mails/order-facts.ts';

/** Tells that an order has ended whose money went back by another way than the shop's. */
export const orderClosed = (order: Order, { name, origin }: Letterhead): Letter => ({
  subject: `Your ${name} order ${shortOrderId(order._id)} is closed`,
  preview: 'Its payment went back to you.',
  title: 'Your order is closed',
  paragraphs: [
    'We have looked into its payment. The money went back to you through your bank, or in the way that we agreed with you, and the order has ended.',
  ],
  facts: orderPriced(order, 'Returned'),
  action: { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
  notes: ['If the money has not reached you, answer this mail.'],
});
