import { formatCount } from '#model/kernel/count.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { OrderPrice } from './order-price.tsx';
import { AdminOrderStatus } from './order-status.tsx';

interface AdminOrderRowProps {
  order: Order;
  /** True while the order is being marked shipped. */
  shipping: boolean;
  /** Why marking it shipped failed the last time. */
  problem: string | undefined;
  onShip: () => void;
}

/** One order of the admin's list. */
export function AdminOrderRow({ order, shipping, problem, onShip }: AdminOrderRowProps) {
  return (
    <Row>
      <Cell className="c-id">
        <span className="id id--ink">{shortOrderId(order._id)}</span>
      </Cell>
      <Cell className="c-name name">{order.tools_name}</Cell>
      <Cell className="c-wide">
        <span className="mail">{order.email}</span>
        <span className="sub">{order.address}</span>
      </Cell>
      <Cell className="num" label="Quantity">
        {formatCount(order.quantity)}
      </Cell>
      <Cell className="num" label="Price">
        <OrderPrice order={order} />
      </Cell>
      <Cell label="Status">
        <AdminOrderStatus order={order} />
      </Cell>
      <Cell className="act">
        {order.paid && (
          <span className="acts">
            <span className="small muted">Already paid</span>
            {order.state === 'paid' && (
              <Button
                variant="ink"
                size="sm"
                loading={shipping}
                onClick={onShip}
                aria-label={`Mark shipped: order ${shortOrderId(order._id)}`}
              >
                Mark shipped
              </Button>
            )}
          </span>
        )}
        {problem && (
          <p className="err" role="alert">
            <Icon name="warn" small />
            {problem}
          </p>
        )}
      </Cell>
    </Row>
  );
}
