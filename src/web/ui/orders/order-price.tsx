import type { Order } from '#model/orders/order.ts';
import { formatDollars } from '#texts/format.ts';
import { isUnpaid } from './order-filter.ts';

export function OrderPrice({ order }: { order: Order }) {
  return (
    <>
      <b className="money">{formatDollars(order.total)}</b>
      {order.guard && <span className="sub">{formatDollars(-order.guard)}, as a larger order costs less</span>}
      {order.discount > 0 && <span className="sub nowrap">{formatDollars(-order.discount)} first order</span>}
      {order.amount !== order.total && (
        <span className="sub nowrap">
          {formatDollars(order.amount)} {endOf(order)}
        </span>
      )}
    </>
  );
}

function endOf(order: Order): string {
  if (order.paid) return 'paid';
  return isUnpaid(order) ? 'to pay' : 'in all';
}
