import { shortOrderId } from '#model/kernel/ids.ts';
import { type Cents, formatCents } from '#model/kernel/money.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { orderNamed } from '../../orders/mails/order-facts.ts';

/** Tells that a payment which the order could not use has gone back. */
export const refunded = (order: Order, amount: Cents, intentId: string, { name, origin }: Letterhead): Letter => ({
  subject: `Refund for your ${name} order ${shortOrderId(order._id)}`,
  preview: `${formatCents(amount)} goes back to your card.`,
  title: 'Your payment was returned',
  paragraphs: [
    `${order.reviewReason ? 'We have looked into a payment for this order.' : 'A payment for this order reached us too late, or a second time.'} We have returned all of it to the card that it came from. Your bank may take some days to show it.`,
  ],
  facts: [
    ...orderNamed(order),
    { name: 'Transaction id', value: intentId },
    { name: 'Returned', value: formatCents(amount), total: true },
  ],
  action: { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
});
