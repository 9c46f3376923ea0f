import { shortOrderId } from '#model/kernel/ids.ts';
import { formatDollars } from '#model/kernel/money.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { dayOf, orderPriced } from '../../orders/mails/order-facts.ts';

/** The receipt of a payment. */
export const receipt = (order: Order, { name, origin }: Letterhead): Letter => ({
  subject: `Receipt for your ${name} order ${shortOrderId(order._id)}`,
  preview: `${formatDollars(order.amount)} paid.`,
  title: 'Your order is paid',
  paragraphs: [
    order.shipBy
      ? `Thank you. It ships by ${dayOf(order.shipBy)}, ${SHOP_FACTS.shippingDays} days after the payment cleared.`
      : 'Thank you.',
  ],
  facts: [
    ...orderPriced(order, 'Paid'),
    ...(order.paidAt ? [{ name: 'Paid on', value: dayOf(order.paidAt) }] : []),
    ...(order.transactionId ? [{ name: 'Transaction id', value: order.transactionId }] : []),
  ],
  action: { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
});
