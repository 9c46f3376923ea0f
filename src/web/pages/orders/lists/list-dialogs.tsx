import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { centsToDollars, subtractCents } from '#model/kernel/money.ts';
import type { Purchase } from '#model/orders/order.ts';
import type { ListTotals } from '#model/orders/order-list.ts';
import { formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatShortMoment } from '#texts/format-time.ts';
import { untilHere } from '#texts/shipping.ts';
import { addressInLines } from '#texts/typed.ts';
import { api } from '#web/api/identity/session.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { MessageDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { manyOrders } from '#web/ui/orders/list-counts.ts';
import { purchasePage } from '#web/ui/orders/purchase-link.ts';
import type { ListPurchase } from './use-list-purchase.ts';

interface ConfirmPurchaseProps {
  purchase: ListPurchase;
  totals: ListTotals;
  /** 0 without the offer. */
  offerPercent: number;
  address: string;
  poNumber: string;
  onConfirm: () => void;
  finalFocus: () => HTMLElement | null;
}

export function ConfirmPurchase({
  purchase: { stage, go },
  totals: { tools, pieces, waiting, goods, guard, discount, amount },
  offerPercent,
  address,
  poNumber,
  onConfirm,
  finalFocus,
}: ConfirmPurchaseProps) {
  return (
    <QuestionDialog
      open={stage !== 'editing'}
      onOpenChange={(open) => go(open ? 'asking' : 'editing')}
      title="Are you sure?"
      confirmLabel="Order"
      cancelLabel="Cancel"
      busy={stage === 'placing'}
      finalFocus={finalFocus}
      onConfirm={onConfirm}
    >
      <p>
        This places {manyOrders(tools)} as one purchase, {manyPieces(pieces)} in all.
        {waiting > 0 && ` ${formatCount(waiting)} of them ${untilHere(waiting)}`}
      </p>
      <dl className="lines">
        <div>
          <dt>Ship to</dt>
          <dd className="purchase__address">{addressInLines(address)}</dd>
        </div>
        {poNumber && <Line label="PO number" is={<bdi>{poNumber}</bdi>} />}
        <Line label="Total price" is={formatCents(subtractCents(goods, guard))} />
        {offerPercent > 0 && (
          <Line label={`First order, ${offerPercent}% off`} is={formatDollars(-centsToDollars(discount))} deduction />
        )}
        <Line label={<b>Amount to pay</b>} is={<b className="money">{formatCents(amount)}</b>} />
      </dl>
    </QuestionDialog>
  );
}

/** Shows what the server wrote, once it is known. */
export function PurchasePlaced({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const found = usePurchaseOf(id);
  const [shown, setShown] = useState(id);
  if (id && id !== shown) setShown(id);
  const purchase = found?.id === shown ? found : undefined;
  return (
    <MessageDialog
      open={id !== undefined}
      onOpenChange={onClose}
      title="Congratulations"
      finalFocus={() => pageHeading()}
      tone="success"
      actions={
        <>
          <ButtonLink to={href('/dashboard/myorders')}>See My Orders</ButtonLink>
          {shown && (
            <ButtonLink to={href('/dashboard/payment/:orderId', { orderId: shown })} variant="primary">
              {purchase ? `Pay ${formatDollars(purchase.amount)}` : 'Pay now'}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>Successfully added to order</p>
      {purchase && (
        <p className="mt-2">
          Purchase{' '}
          <Link className="link" to={purchasePage(purchase.number)}>
            {purchase.number}
          </Link>
          , {manyOrders(purchase.lines.length)}.
          {purchase.holdUntil && ` Stock is held until ${formatShortMoment(new Date(purchase.holdUntil))}.`}
        </p>
      )}
    </MessageDialog>
  );
}

function usePurchaseOf(id: string | undefined): Purchase | undefined {
  const [found, setFound] = useState<Purchase>();
  useEffect(() => {
    if (!id) return;
    let current = true;
    void api.call('getPurchase', { params: { id } }).then((answer) => {
      if (current && answer.ok) setFound(answer.value);
    });
    return () => {
      current = false;
    };
  }, [id]);
  return found;
}
