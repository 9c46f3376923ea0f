import { useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { isUnpaid } from '../orders/order-filter.ts';
import { OrderPicture } from '../orders/order-picture.tsx';
import { Line } from './payment-docket.tsx';
import { SHIPPING_TIME } from './receipt.tsx';

const SHOWN = 5;

/** `order`: the line that the page was opened for, as it stands now. */
export function PurchaseDocket({ order, purchase }: { order: Order; purchase: Purchase }) {
  const [all, setAll] = useState(false);
  const kept = purchase.lines.filter((line) => line.state !== 'cancelled');
  const shown = all ? kept : kept.slice(0, SHOWN);
  const { total, guard, discount } = purchase;
  return (
    <section className="docket" aria-labelledby="docket-title">
      <div className="docket__head">
        <h2 className="h3" id="docket-title">
          Purchase
        </h2>
        <span className="id">{purchase.number}</span>
      </div>
      <div className="docket__body">
        <ul className="mini">
          {shown.map((line) => (
            <li key={line._id}>
              <OrderPicture image={line.tools_image} />
              <span>
                <b>{line.tools_name}</b>
                <span className="sub">
                  {formatCount(line.quantity)} × {formatDollars(line.tools_price)}
                </span>
              </span>
              <b className="money r">{formatDollars(line.total)}</b>
            </li>
          ))}
        </ul>
        {kept.length > SHOWN && (
          <p>
            <button
              className="textbtn textbtn--ink small"
              type="button"
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? 'Show fewer tools' : `Show ${formatCount(kept.length - SHOWN)} more tools`}
            </button>
          </p>
        )}
        <dl className="lines">
          <Line title="Total price">{formatDollars(total)}</Line>
          {guard > 0 && (
            <Line title="No more than the next step">
              <span className="deduction">{formatDollars(-guard)}</span>
            </Line>
          )}
          {discount > 0 && (
            <Line title={`First order, ${discountPercent(purchase)}% off`}>
              <span className="deduction">{formatDollars(-discount)}</span>
            </Line>
          )}
          <Line title="Ship to">{purchase.address}</Line>
          {isUnpaid(order) && <Line title="Shipping">{SHIPPING_TIME}</Line>}
          <Line title={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'} total>
            {formatDollars(purchase.amount)}
          </Line>
        </dl>
      </div>
    </section>
  );
}
