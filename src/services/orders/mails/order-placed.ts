import { shortOrderId } from '#model/kernel/ids.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { waitsForPayment } from '#model/orders/order-life.ts';
import { dayOf, orderPriced } from './order-facts.ts';

/** Confirms an order that was placed. By the time it leaves, the order may already have been paid or cancelled. */
export function orderPlaced(order: Order, { name, origin }: Letterhead): Letter {
  const payable = waitsForPayment(order.state);
  const held = payable && order.holdUntil ? minutesBetween(order.createdAt, order.holdUntil) : undefined;
  return {
    subject: `Your ${name} order ${shortOrderId(order._id)}`,
    preview: `${order.tools_name}, ${order.quantity} pieces.`,
    title: 'We have your order',
    paragraphs: [
      payable
        ? `${held ? `Its pieces are held for you for ${held} minutes. ` : ''}It ships once it is paid.`
        : 'Here is what you ordered.',
    ],
    facts: orderPriced(order, 'Amount to pay'),
    action: payable
      ? { label: 'Pay Now', url: `${origin}/dashboard/payment/${order._id}` }
      : { label: 'See My Orders', url: `${origin}/dashboard/myorders` },
    notes:
      payable && order.closesAt
        ? [
            `${held ? `After the ${held} minutes you` : 'You'} can still pay while stock is left, until ${dayOf(order.closesAt)}.`,
          ]
        : [],
  };
}

const minutesBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
