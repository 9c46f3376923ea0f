import type { Order, Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatDollars } from '#texts/format.ts';
import { Link } from '../kernel/link.tsx';
import { isUnpaid } from '../orders/order-filter.ts';
import { purchasePage } from '../orders/purchase-link.ts';
import { Line } from './payment-docket.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import { SHIPPING_TIME } from './receipt.tsx';

/** `order`: the line that the page was opened for, as it stands now. */
export function PurchaseDocket({ order, purchase }: { order: Order; purchase: Purchase }) {
  const kept = purchase.lines.filter((line) => line.state !== 'cancelled');
  const { total, guard, discount } = purchase;
  return (
    <section className="docket" aria-labelledby="docket-title">
      <div className="docket__head">
        <h2 className="h3" id="docket-title">
          Purchase
        </h2>
        <Link className="id" to={purchasePage(purchase.number)}>
          {purchase.number}
        </Link>
      </div>
      <div className="docket__body">
        <PurchaseLines
          lines={kept.length > 0 ? kept : purchase.lines}
          marked={order._id === purchase.id ? undefined : order._id}
        />
        <dl className="lines">
          {kept.length > 0 && <Line title="Total price">{formatDollars(total)}</Line>}
          {kept.length > 0 && guard > 0 && (
            <Line title="No more than the next step">
              <span className="deduction">{formatDollars(-guard)}</span>
            </Line>
          )}
          {kept.length > 0 && discount > 0 && (
            <Line title={`First order, ${discountPercent(purchase)}% off`}>
              <span className="deduction">{formatDollars(-discount)}</span>
            </Line>
          )}
          <Line title="Ship to">{purchase.address}</Line>
          {isUnpaid(order) && <Line title="Shipping">{SHIPPING_TIME}</Line>}
          <Line title={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'} total>
            {formatDollars(kept.length > 0 ? purchase.amount : 0)}
          </Line>
        </dl>
      </div>
    </section>
  );
}
