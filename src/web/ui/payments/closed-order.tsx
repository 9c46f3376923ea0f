import { type ReactNode, use } from 'react';
import type { Order, OrderState } from '#model/orders/order.ts';
import { isNeverPaid, isPaidBefore } from '#model/orders/order-life.ts';
import { ShopContext } from '../kernel/page-title.tsx';
import { NEVER_PAID, OrderStatus, wordsOfClosing } from '../orders/order-status.tsx';

type Closed = Exclude<OrderState, 'unpaid' | 'expiring' | 'paid' | 'shipped'>;

const TEXTS: Record<Closed, readonly [title: string, text: string]> = {
  cancelling: [
    'This order is being cancelled',
    'We are closing its payment. If it was paid before that, the order stays and is paid.',
  ],
  cancelled: ['This order was cancelled', 'It can no longer be paid. Order the tool again if you still need it.'],
  refund_due: [
    'Your payment is being given back',
    'It arrived when this order could no longer be filled. The whole amount goes back the way it was paid.',
  ],
  refunded: ['Your payment was given back', 'This order could no longer be filled. The whole amount was returned.'],
  review: [
    'Your payment is being looked at',
    'Something about it needs a person to check. Do not pay again: the shop will settle it with you.',
  ],
};

const LOOKED_INTO: Partial<typeof TEXTS> = {
  refund_due: [
    'Your payment is being given back',
    'We looked into it. The whole amount goes back the way it was paid.',
  ],
  refunded: ['Your payment was given back', 'We looked into it. The whole amount was returned.'],
};

const GIVEN_BACK: Partial<typeof TEXTS> = {
  refund_due: ['Your payment is being given back', 'The whole amount goes back the way it was paid.'],
  refunded: ['Your payment was given back', 'The whole amount went back the way it was paid.'],
};

/** By whoever paid, who need not be the customer. */
const disputed = ({ paypal }: Order): readonly [string, string] => [
  'This payment is disputed',
  `${paypal ? 'PayPal' : 'The bank'} decides about it. Until then nothing is sent.`,
];

export const isClosed = (order: Order): order is Order & { state: Closed } => Object.hasOwn(TEXTS, order.state);

export function ClosedOrder({ order, action }: { order: Order & { state: Closed }; action: ReactNode }) {
  const [title, text] = textOf(order);
  return (
    <section className="checking">
      <OrderStatus order={order} />
      <h2 className="h2">{title}</h2>
      <p className="soft">{text}</p>
      {isPaidBefore(order) && <WriteToShop />}
      <div className="checking__acts">{action}</div>
    </section>
  );
}

function WriteToShop() {
  const { contactEmail } = use(ShopContext);
  return (
    <p className="soft">
      Write to{' '}
      <a className="link" href={`mailto:${contactEmail}`}>
        {contactEmail}
      </a>
      , and we settle it with you.
    </p>
  );
}

const PAID_BEFORE = [
  'PayPal says that this purchase was paid before',
  'Nothing was charged now. Do not pay again, in no other way either.',
] as const;

function textOf(order: Order & { state: Closed }): readonly [string, string] {
  if (order.state === 'review' && order.reviewReason === 'dispute') return disputed(order);
  if (isPaidBefore(order)) return PAID_BEFORE;
  if (isNeverPaid(order)) return ['This order was closed', NEVER_PAID];
  return wordsOfClosing(order, LOOKED_INTO, GIVEN_BACK) ?? TEXTS[order.state];
}
