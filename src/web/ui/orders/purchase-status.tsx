import type { Order, Purchase } from '#model/orders/order.ts';
import type { PurchaseState } from '#model/purchases/purchase-life.ts';
import { Status, type StatusMark } from '../kernel/status.tsx';

const FOR_CUSTOMER = {
  approval: ['half', 'With approver'],
  unpaid: ['open', 'Unpaid'],
  expiring: ['open', 'Unpaid'],
  changing: ['half', 'Being changed'],
  cancelling: ['half', 'Being cancelled'],
  cancelled: ['open', 'Cancelled'],
  paid: ['done', 'Paid'],
  invoiced: ['half', 'On invoice'],
  refund_due: ['half', 'Refund on its way'],
  refunded: ['back', 'Refunded'],
  review: ['half', 'Payment being checked'],
} as const satisfies Record<PurchaseState, readonly [StatusMark, string]>;

export function PurchaseStatus({ purchase }: { purchase: Purchase }) {
  const paying = purchase.lines.some((line) => line.paying);
  const [mark, word] = FOR_CUSTOMER[paying ? 'review' : purchase.state];
  return <Status mark={mark}>{word}</Status>;
}

/** Of what is paid, how much has left. */
export function AdminPurchaseStatus({ purchase }: { purchase: Purchase }) {
  if (purchase.state === 'review') return <Status mark="half">To check</Status>;
  if (purchase.state !== 'paid') return <PurchaseStatus purchase={purchase} />;
  return <SentStatus paid={purchase.lines.filter(({ paid }) => paid)} refunded={purchase.refunded > 0} />;
}

interface SentStatusProps {
  paid: readonly Order[];
  /** Whether some of it was. */
  refunded: boolean;
  /** The word before anything has left. */
  open?: string;
}

export function SentStatus({ paid, refunded, open = 'Pending' }: SentStatusProps) {
  const sent = paid.every(({ shipping }) => shipping);
  const word = paid.some(({ shipping, shipped = 0 }) => shipping || shipped > 0) ? 'Part shipped' : open;
  return (
    <>
      <Status mark={sent ? 'done' : 'half'}>{sent ? 'Shipped' : word}</Status>{' '}
      {refunded && <Status mark="back">Part refunded</Status>}
    </>
  );
}
