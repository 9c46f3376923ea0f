import type { Order, Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatDollars } from '#texts/format.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { Link } from '../kernel/link.tsx';
import { isUnpaid } from '../orders/order-filter.ts';
import { purchasePage } from '../orders/purchase-link.ts';
import { endedUnpaid, keptLines } from '../orders/purchase-story.ts';
import { Line } from './payment-docket.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import { shippingTime } from './receipt.tsx';

/** `order`: the line that the page was opened for, as it stands now. */
export function PurchaseDocket({ order, purchase }: { order: Order; purchase: Purchase }) {
  const ended = endedUnpaid(purchase);
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
        <PurchaseLines lines={keptLines(purchase)} marked={order._id === purchase.id ? undefined : order._id} />
        <dl className="lines">
          {!ended && <Line title="Total price">{formatDollars(total)}</Line>}
          {!ended && guard > 0 && (
            <Line title="No more than the next step">
              <span className="deduction">{formatDollars(-guard)}</span>
            </Line>
          )}
          {!ended && discount > 0 && (
            <Line title={`First order, ${discountPercent(purchase)}% off`}>
              <span className="deduction">{formatDollars(-discount)}</span>
            </Line>
          )}
          <Line title="Ship to">
            <bdi>{addressInOneLine(purchase.address)}</bdi>
          </Line>
          {isUnpaid(order) && <Line title="Shipping">{shippingTime(keptLines(purchase))}</Line>}
          <Line title={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'} total>
            {formatDollars(ended ? 0 : purchase.amount)}
          </Line>
        </dl>
      </div>
    </section>
  );
}
