import { useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatCount, formatDollars, many } from '#texts/format.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { Link } from '../kernel/link.tsx';
import { Docket } from '../orders/docket.tsx';
import { isUnpaid } from '../orders/order-filter.ts';
import { OrderPicture } from '../orders/order-picture.tsx';
import { purchasePage } from '../orders/purchase-link.ts';
import { endedUnpaid, keptLines } from '../orders/purchase-story.ts';
import { Awaited } from './awaited.tsx';
import { shippingTime } from './receipt.tsx';

/** `order`: the line that the page was opened for, as it stands now. */
export function PurchaseDocket({ order, purchase }: { order: Order; purchase: Purchase }) {
  const ended = endedUnpaid(purchase);
  const { total, guard, discount } = purchase;
  return (
    <Docket
      title="Purchase"
      beside={
        <Link className="id" to={purchasePage(purchase.number)}>
          {purchase.number}
        </Link>
      }
    >
      <PurchaseLines lines={keptLines(purchase)} marked={order._id === purchase.id ? undefined : order._id} />
      <dl className="lines">
        {!ended && <Line label="Total price" is={formatDollars(total)} />}
        {!ended && guard > 0 && <Line label="No more than the next step" is={formatDollars(-guard)} deduction />}
        {!ended && discount > 0 && (
          <Line label={`First order, ${discountPercent(purchase)}% off`} is={formatDollars(-discount)} deduction />
        )}
        <Line label="Ship to" is={<bdi>{addressInOneLine(purchase.address)}</bdi>} />
        {isUnpaid(order) && <Line label="Shipping" is={shippingTime(keptLines(purchase))} />}
        <Line
          label={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'}
          is={formatDollars(ended ? 0 : purchase.amount)}
          total
        />
      </dl>
    </Docket>
  );
}

const SHOWN = 5;

interface PurchaseLinesProps {
  lines: readonly Order[];
  /** The id of the line that the page was opened for. */
  marked: string | undefined;
}

/** What is paid together. A few at first, the marked one and those that wait among them. */
export function PurchaseLines({ lines, marked }: PurchaseLinesProps) {
  const [all, setAll] = useState(false);
  const shown = lines.filter(({ _id, waiting }, place) => all || place < SHOWN || _id === marked || waiting);
  const more = lines.length - shown.length;
  return (
    <>
      <ul className="paid-lines">
        {shown.map((line) => (
          <li key={line._id} aria-current={line._id === marked || undefined}>
            <OrderPicture image={line.tools_image} />
            <span>
              <b>{keepUnits(line.tools_name)}</b>
              <span className="sub">
                {formatCount(line.quantity)} × {formatDollars(line.tools_price)}
              </span>
              <Awaited order={line} />
            </span>
            <b className="money">{formatDollars(line.total)}</b>
          </li>
        ))}
      </ul>
      {(more > 0 || all) && (
        <button type="button" className="paid-lines__more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${many(more, 'more tool')}`}
        </button>
      )}
    </>
  );
}
