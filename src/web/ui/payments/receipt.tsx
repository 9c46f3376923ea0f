import type { ReactNode } from 'react';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { amountToPay, type Order, type Purchase } from '#model/orders/order.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import { formatDollars } from '#texts/format.ts';
import { formatDaysUntil } from '#texts/format-distance.ts';
import { CopyButton } from '../kernel/copy-button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Line } from '../kernel/line.tsx';
import { Link } from '../kernel/link.tsx';
import { Day } from '../kernel/moment.tsx';
import { PromisedDay } from '../kernel/promised-day.tsx';
import { OrderStatus } from '../orders/order-status.tsx';
import { invoicePage } from '../orders/purchase-link.ts';
import { SentStatus } from '../orders/purchase-status.tsx';
import { keptLines } from '../orders/purchase-story.ts';
import { ShipsBy } from '../orders/ships-by.tsx';

/** The specification's text. */
export const paidText = (order: Order): string =>
  `Congrats! Your payment ${formatDollars(amountToPay(order))} is paid.`;

/** For orders without a shipping day of their own. */
const SHIPPING_TIME = `${SHOP_FACTS.shippingDays} days after payment clears`;

/** Before the payment: what waits for a delivery ships once that has come. */
export function shippingTime(lines: readonly Order[]): string {
  const waiting = lines.filter((line) => line.waiting);
  if (waiting.length === 0) return SHIPPING_TIME;
  const all = waiting.length === lines.length && waiting.every(({ waiting, quantity }) => waiting?.pieces === quantity);
  return all ? 'Once the delivery has come' : `${SHIPPING_TIME}; what waits, once its delivery has come`;
}

interface ReceiptProps {
  order: Order;
  /** The number of its invoice, once that is written. */
  invoice?: string | undefined;
  /** The purchase that it is a part of, as it is now or was before the payment. */
  purchase: Purchase | undefined;
  action: ReactNode;
}

export function Receipt({ order, invoice = order.invoice, purchase, action }: ReceiptProps) {
  const paid = purchase?.state === 'paid' ? purchase.lines.filter((line) => line.paid) : [];
  const lines = paid.length > 0 ? paid : purchase ? keptLines(purchase) : [order];
  return (
    <section className="paid">
      <h2 className="paid__t">
        <Icon name="check" />
        {paidText(order)}
      </h2>
      <dl className="sheet">
        {order.transactionId && (
          <div>
            <dt>Transaction id</dt>
            <dd className="copyable">
              <span className="id id--ink">{order.transactionId}</span>
              <CopyButton text={order.transactionId} what="transaction id" />
            </dd>
          </div>
        )}
        <div>
          <dt>Status</dt>
          <dd>
            {purchase && paid.length > 0 ? (
              <SentStatus paid={paid} refunded={purchase.refunded > 0} open="Processing" />
            ) : (
              <OrderStatus order={order} />
            )}
          </dd>
        </div>
        <Shipping order={order} lines={lines} />
        {purchase && purchase.refunded > 0 && <Line label="Refunded" is={formatDollars(purchase.refunded)} />}
        {order.number && (
          <div>
            <dt>Invoice</dt>
            <dd>
              {invoice ? (
                <Link className="link" to={invoicePage(order.number)}>
                  {invoice}, PDF
                </Link>
              ) : (
                'Here in a moment'
              )}
            </dd>
          </div>
        )}
      </dl>
      {action}
    </section>
  );
}

function Shipping({ order, lines }: { order: Order; lines: readonly Order[] }) {
  const days = shipDays(lines, order.paidAt ? Date.parse(order.paidAt) : undefined);
  const [first] = days;
  if (!first && order.shippedAt) return <Line label="Shipped on" is={<Day iso={order.shippedAt} />} />;
  if (!first) return <Line label="Shipping" is={SHIPPING_TIME} />;
  if (days.length > 1) return <Line label="Shipping" is={<ShipsBy days={days} />} />;
  return (
    <Line
      label="Ships by"
      is={
        <>
          <PromisedDay iso={first.at} /> ({formatDaysUntil(first.at)})
        </>
      }
    />
  );
}
