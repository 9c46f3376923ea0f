import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { Docket } from '../orders/docket.tsx';
import { isUnpaid } from '../orders/order-filter.ts';
import { OrderPicture } from '../orders/order-picture.tsx';
import { Awaited } from './awaited.tsx';
import { shippingTime } from './receipt.tsx';

export function PaymentDocket({ order }: { order: Order }) {
  return (
    <Docket title="Order" beside={order.number ?? shortOrderId(order._id)}>
      <div className="docket__tool">
        <OrderPicture image={order.tools_image} large />
        <p className="docket__name">{keepUnits(order.tools_name)}</p>
      </div>
      <dl className="lines">
        <Line label="Quantity" is={formatCount(order.quantity)} />
        <Line label="Price per piece" is={formatDollars(order.tools_price)} />
        <Line label="Total price" is={formatDollars(order.total)} />
        {order.guard && <Line label="No more than the next step" is={formatDollars(-order.guard)} deduction />}
        {order.discount > 0 && (
          <Line label={`First order, ${discountPercent(order)}% off`} is={formatDollars(-order.discount)} deduction />
        )}
        <Line label="Ship to" is={<bdi>{addressInOneLine(order.address)}</bdi>} />
        {isUnpaid(order) && (
          <Line
            label="Shipping"
            is={
              <>
                {shippingTime([order])}
                <Awaited order={order} />
              </>
            }
          />
        )}
        <Line label="Order id" is={<span className="id id--whole">{order._id}</span>} />
        <Line
          label={order.paid ? 'Amount paid' : isUnpaid(order) ? 'Amount to pay' : 'Amount'}
          is={formatDollars(order.amount)}
          total
        />
      </dl>
    </Docket>
  );
}
