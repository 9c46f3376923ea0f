import type { Order, OrderState } from '#model/orders/order.ts';
import { isNeverPaid } from '#model/orders/order-life.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { waitWords } from '#texts/shipping.ts';
import { whyReview } from '#texts/why-review.ts';
import { Status, type StatusMark } from '../kernel/status.tsx';
import { isUnpaid } from './order-filter.ts';

type Words = Record<OrderState, readonly [StatusMark, string]>;

// Internal states (being cancelled or expired) are shown as what they mean to the reader.
const FOR_CUSTOMER = {
  unpaid: ['open', 'Unpaid'],
  expiring: ['open', 'Unpaid'],
  cancelling: ['half', 'Being cancelled'],
  cancelled: ['open', 'Cancelled'],
  paid: ['half', 'Processing'],
  shipped: ['done', 'Shipped'],
  refund_due: ['half', 'Refund on its way'],
  refunded: ['back', 'Refunded'],
  review: ['half', 'Payment being checked'],
} as const satisfies Words;

const FOR_ADMIN = {
  ...FOR_CUSTOMER,
  paid: ['half', 'Pending'],
  review: ['half', 'To check'],
} as const satisfies Words;

/** In the customer's words: Processing or Shipped once paid. */
export function OrderStatus({ order }: { order: Order }) {
  return <Standing order={order.paying ? { ...order, state: 'review' } : order} words={FOR_CUSTOMER} />;
}

/** In the admin's words: Unpaid, Pending or Shipped. */
export function AdminOrderStatus({ order }: { order: Order }) {
  return order.paying ? <OrderStatus order={order} /> : <Standing order={order} words={FOR_ADMIN} />;
}

/** Of a paid order also how much of it has left, and that some went back. Money of several orders is their head's. */
function Standing({ order, words }: { order: Order; words: Words }) {
  const { state, paid, shipped, given_up, purchase } = order;
  const [mark, word] = words[state];
  const refunded = given_up || (!purchase && order.refunded);
  return (
    <>
      <Status mark={mark}>{state === 'paid' && shipped ? 'Part shipped' : word}</Status>{' '}
      {paid && refunded && <Status mark="back">Part refunded</Status>}
    </>
  );
}

type Notes = Partial<Record<OrderState, string>>;

const LOOKED_INTO: Notes = {
  refund_due: 'We looked into your payment. The whole amount goes back the way it was paid.',
  refunded: 'We looked into your payment. The whole amount was returned.',
};

const NOTES_FOR_CUSTOMER: Notes = {
  cancelling: 'We are closing its payment. If it was paid before that, the order stays.',
  refund_due: 'The payment came too late for this order. The whole amount goes back the way it was paid.',
  refunded: 'The payment came too late for this order. The whole amount went back the way it was paid.',
  review: 'We are checking your payment. Do not pay again.',
};

const NOTES_FOR_ADMIN: Notes = {
  cancelling: 'Its payment is being closed at the provider, whose answer decides.',
  refund_due: 'Paid too late. The shop sends the money back by itself.',
  refunded: 'Paid too late. The money was sent back.',
};

/** Of an order that was paid in time, whoever gave its money back. The rest of its purchase may go on. */
const GIVEN_BACK: Notes = {
  refund_due: 'Its money goes back the way it was paid.',
  refunded: 'Its money went back the way it was paid.',
};

const GIVEN_BACK_FOR_ADMIN: Notes = {
  refund_due: 'Refunded as a whole. The shop sends the money back by itself.',
  refunded: 'Refunded as a whole. The money went back.',
};

const DECIDED: Notes = {
  refund_due: 'Decided by an admin. The shop sends the money back by itself.',
  refunded: 'Decided by an admin. The money went back.',
};

export const NEVER_PAID = 'The payment failed. Nothing was charged.';

/** For orders that can neither be paid nor are; for customers. */
export function OrderNote({ order }: { order: Order }) {
  if (order.state === 'review' && order.reviewReason === 'dispute')
    return <Note>{`This payment is disputed at ${order.paypal ? 'PayPal' : 'the bank'}, which decides.`}</Note>;
  if (order.paying) return <Note>{NOTES_FOR_CUSTOMER.review}</Note>;
  if (isNeverPaid(order)) return <Note>{NEVER_PAID}</Note>;
  return <Note>{wordsOfClosing(order, LOOKED_INTO, GIVEN_BACK) ?? NOTES_FOR_CUSTOMER[order.state]}</Note>;
}

/** The same for admins. */
export function AdminOrderNote({ order }: { order: Order }) {
  const { reviewReason: why, state } = order;
  if (isNeverPaid(order)) return <Note>Its payment failed, and an admin closed it.</Note>;
  if (order.paying) return <Note>Its money is being taken. The provider's answer decides.</Note>;
  const note = wordsOfClosing(order, DECIDED, GIVEN_BACK_FOR_ADMIN);
  return <Note>{note ?? (why ? whyReview(why, order.transactionId) : NOTES_FOR_ADMIN[state])}</Note>;
}

/** What is said of an order that people decided about, or that was paid in time; undefined of all others. */
export const wordsOfClosing = <Words,>(
  { state, reviewReason, paidAt }: Order,
  decided: Partial<Record<OrderState, Words>>,
  givenBack: Partial<Record<OrderState, Words>>,
): Words | undefined => (reviewReason ? decided[state] : paidAt ? givenBack[state] : undefined);

const Note = ({ children }: { children: string | undefined }) => children && <span className="sub">{children}</span>;

export function OrderPrice({ order }: { order: Order }) {
  return (
    <>
      <b className="money">{formatDollars(order.total)}</b>
      {order.guard && <span className="sub">{formatDollars(-order.guard)}, no more than the next step</span>}
      {order.discount > 0 && <span className="sub nowrap">{formatDollars(-order.discount)} first order</span>}
      {order.amount !== order.total && (
        <span className="sub nowrap">
          {formatDollars(order.amount)} {endOf(order)}
        </span>
      )}
    </>
  );
}

function endOf(order: Order): string {
  if (order.paid) return 'paid';
  return isUnpaid(order) ? 'to pay' : 'in all';
}

export function WaitingPieces(waiting: NonNullable<Order['waiting']>) {
  return (
    <span className="sub">
      {waitWords(waiting, formatDeliveryDay)}, place {formatCount(waiting.place)} in the queue
    </span>
  );
}
