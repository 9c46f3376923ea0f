import type { Order, OrderState } from '#model/orders/order.ts';
import { Status, type StatusMark } from '../kernel/status.tsx';

type Words = Record<OrderState, readonly [StatusMark, string]>;

// What only the shop's books know (a cancel or an expiry under way) is shown as what it means for the reader.
const FOR_CUSTOMER = {
  unpaid: ['open', 'Unpaid'],
  expiring: ['open', 'Unpaid'],
  cancelling: ['half', 'Being cancelled'],
  cancelled: ['open', 'Cancelled'],
  paid: ['half', 'Processing'],
  shipped: ['done', 'Shipped'],
  refund_due: ['half', 'Refund on its way'],
  refunded: ['done', 'Refunded'],
  review: ['half', 'Being checked'],
} as const satisfies Words;

const FOR_ADMIN = { ...FOR_CUSTOMER, paid: ['half', 'Pending'] } as const satisfies Words;

/** Where an order stands, in the customer's words: Processing or Shipped once it is paid. */
export function OrderStatus({ order }: { order: Order }) {
  const [mark, word] = FOR_CUSTOMER[order.state];
  return <Status mark={mark}>{word}</Status>;
}

/** Where an order stands, in the admin's words: Unpaid, Pending or Shipped. */
export function AdminOrderStatus({ order }: { order: Order }) {
  const [mark, word] = FOR_ADMIN[order.state];
  return <Status mark={mark}>{word}</Status>;
}
