import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { isUnpaid } from '../orders/order-filter.ts';
import { OrderPicture } from '../orders/order-picture.tsx';
import { Awaited } from './awaited.tsx';
import { shippingTime } from './receipt.tsx';

export function PaymentDocket({ order }: { order: Order }) {
  return (
    <section className="docket" aria-labelledby="docket-title">
      <div className="docket__head">
        <h2 className="h3" id="docket-title">
          Order
        </h2>
        <span className="id">{shortOrderId(order._id)}</span>
      </div>
      <div className="docket__body">
        <div className="docket__tool">
          <OrderPicture image={order.tools_image} large />
          <p className="docket__name">{keepUnits(order.tools_name)}</p>
        </div>
        <dl className="lines">
          <Line title="Quantity">{formatCount(order.quantity)}</Line>
          <Line title="Price per piece">{formatDollars(order.tools_price)}</Line>
          <Line title="Total price">{formatDollars(order.total)}</Line>
          {order.guard && (
            <Line title="No more than for a larger order">
              <span className="deduction">{formatDollars(-order.guard)}</span>
            </Line>
          )}
          {order.discount > 0 && (
            <Line title={`First order, ${discountPercent(order)}% off`}>
              <span className="deduction">{formatDollars(-order.discount)}</span>
            </Line>
          )}
          <Line title="Ship to">
            <bdi>{addressInOneLine(order.address)}</bdi>
          </Line>
          {isUnpaid(order) && (
            <Line title="Shipping">
              {shippingTime([order])}
              <Awaited order={order} />
            </Line>
          )}
          <Line title="Order id">
            <span className="id id--whole">{order._id}</span>
          </Line>
          <Line title={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'} total>
            {formatDollars(order.amount)}
          </Line>
        </dl>
      </div>
    </section>
  );
}

export function Line({
  title,
  total = false,
  children,
}: {
  title: string;
  total?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={total ? 'total' : undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
