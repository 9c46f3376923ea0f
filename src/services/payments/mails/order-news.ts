import { shortOrderId } from '#model/kernel/ids.ts';
import { formatDollars } from '#model/kernel/money.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import type { AdminNews } from '#model/people/admin-mail.ts';
import { dayOf, orderPriced } from '../../orders/mails/order-facts.ts';

type OrderNews = Exclude<AdminNews, 'lowStock'>;

const WORDS: Record<OrderNews, (order: Order) => Pick<Letter, 'subject' | 'preview' | 'title' | 'paragraphs'>> = {
  paidOrder: (order) => ({
    subject: `Order ${shortOrderId(order._id)} is paid`,
    preview: `${formatDollars(order.amount)} for ${order.tools_name}.`,
    title: 'A new order is paid',
    paragraphs: [order.shipBy ? `It is to ship by ${dayOf(order.shipBy)}.` : 'It can be shipped.'],
  }),
  dispute: (order) => ({
    subject: `The payment of order ${shortOrderId(order._id)} is disputed`,
    preview: `${formatDollars(order.amount)} may be taken back.`,
    title: 'A payment is disputed',
    paragraphs: [
      'The customer disputes this payment at their bank, and the bank may take the money back. The order is put aside and does not ship until an admin has decided about it.',
      'Answer the dispute at the card payment provider in time: without an answer it is lost.',
    ],
  }),
  refundRefused: (order) => ({
    subject: `The refund of order ${shortOrderId(order._id)} did not go through`,
    preview: `${formatDollars(order.amount)} did not reach the customer.`,
    title: 'A refund did not go through',
    paragraphs: [
      'The card payment provider could not give this money back, so the customer does not have it. The order is put aside until an admin has decided how the money goes back.',
    ],
  }),
};

/** Tells an admin what has happened to an order. */
export const orderNews = (news: OrderNews, order: Order, { origin }: Letterhead): Letter => ({
  ...WORDS[news](order),
  facts: orderPriced(order, 'Amount'),
  action: {
    label: 'Open the order',
    url: `${origin}/dashboard/manageAllOrders?search=${encodeURIComponent(shortOrderId(order._id))}`,
  },
  notes: ['You can change what you are mailed about: My Profile, "Mail me about".'],
});
