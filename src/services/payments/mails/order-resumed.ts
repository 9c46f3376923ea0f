import { shortOrderId } from '#model/kernel/ids.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { dayOf, orderNamed } from '../../orders/mails/order-facts.ts';

/** Tells that the payment of an order was looked into and that the order goes on. */
export const orderResumed = (order: Order, { name, origin }: Letterhead): Letter => ({
  subject: `Your ${name} order ${shortOrderId(order._id)} goes on`,
  preview: 'We have checked its payment.',
  title: 'Your order goes on',
  paragraphs: [
    order.shippedAt
      ? `We have checked its payment, and all is in order. It was shipped on ${dayOf(order.shippedAt)}.`
      : `We have checked its payment, and all is in order.${order.shipBy ? ` It was to ship by ${dayOf(order.shipBy)}; if the check took longer, it ships as soon as it can.` : ''}`,
  ],
  facts: orderNamed(order),
  action: { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
});
