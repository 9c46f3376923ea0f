import { href } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Order } from '#model/orders/order.ts';
import type { Split } from '#model/orders/order-list.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { addressInLines } from '#texts/typed.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { MessageDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { WaitingPieces } from '#web/ui/orders/order-status.tsx';
import { waitSentence } from '#web/ui/orders/shortfall-texts.ts';
import { GuardLines } from '#web/ui/pricing/guard-lines.tsx';
import type { Purchase } from './use-purchase.ts';

interface ConfirmOrderProps {
  purchase: Purchase;
  tool: Tool;
  quantity: number;
  /** Which of the pieces wait for a delivery. */
  wait?: Split | undefined;
  address: string;
  /** Percent of the first-order offer; 0 without it. */
  offerPercent: number;
  onConfirm: () => void;
  findWrongField: () => HTMLElement | null;
}

export function ConfirmOrder({
  purchase,
  tool,
  quantity,
  wait,
  address,
  offerPercent,
  onConfirm,
  findWrongField,
}: ConfirmOrderProps) {
  const { stage, priceBefore, go } = purchase;
  const price = orderPrice(tool, quantity, offerPercent);
  return (
    <QuestionDialog
      open={stage === 'asking' || stage === 'placing'}
      onOpenChange={(open) => go(open ? 'asking' : 'editing')}
      title="Are you sure?"
      confirmLabel="Order"
      cancelLabel="Cancel"
      busy={stage === 'placing'}
      finalFocus={findWrongField}
      onConfirm={onConfirm}
    >
      {priceBefore !== undefined && (
        <Notice tone="warning" role="alert" className="dialog__notice">
          The price is now {formatDollars(price.each)} per piece. It was {formatDollars(priceBefore)}.
        </Notice>
      )}
      <p>
        This places an order for {formatCount(quantity)} × <bdi>{tool.name}</bdi>.{wait && ` ${waitSentence(wait)}`}
      </p>
      <dl className="lines">
        <div>
          <dt>Ship to</dt>
          <dd className="purchase__address">{addressInLines(address)}</dd>
        </div>
        <GuardLines price={price} quantity={quantity} />
        <Line label="Total price" is={formatCents(price.asked)} />
        {offerPercent > 0 && (
          <div>
            <dt>Amount to pay</dt>
            <dd>
              {formatCents(price.amount)}
              <span className="sub">First order, {offerPercent}% off</span>
            </dd>
          </div>
        )}
      </dl>
    </QuestionDialog>
  );
}

/** Shows the amounts that the server wrote. */
export function OrderPlaced({
  open,
  orderId,
  order,
  onClose,
}: {
  open: boolean;
  orderId: string | undefined;
  order: Order | undefined;
  onClose: () => void;
}) {
  return (
    <MessageDialog
      open={open}
      onOpenChange={onClose}
      title="Congratulations"
      tone="success"
      actions={
        <>
          <ButtonLink to={href('/')}>Keep shopping</ButtonLink>
          <ButtonLink to={href('/dashboard/myorders')} variant={orderId ? 'outline' : 'primary'}>
            See My Orders
          </ButtonLink>
          {orderId && (
            <ButtonLink to={href('/dashboard/payment/:orderId', { orderId })} variant="primary">
              Pay now
            </ButtonLink>
          )}
        </>
      }
    >
      <p>Successfully added to order</p>
      {order?.waiting && (
        <p className="mt-2">
          <WaitingPieces {...order.waiting} />
        </p>
      )}
      {order && (
        <dl className="lines">
          <Line label="Total price" is={formatDollars(order.total)} />
          {order.guard && <Line label="No more than the next step" is={formatDollars(-order.guard)} />}
          {order.discount > 0 && <Line label="First order" is={formatDollars(-order.discount)} />}
          <Line label="Amount to pay" is={formatDollars(order.amount)} />
        </dl>
      )}
    </MessageDialog>
  );
}

export function AdminCannotOrder({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <MessageDialog open={open} onOpenChange={onClose} title="Oops..." tone="danger">
      <p>You can not make Order because you are Admin!</p>
    </MessageDialog>
  );
}
