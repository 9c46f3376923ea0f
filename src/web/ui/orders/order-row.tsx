import type { Order } from '#model/orders/order.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { Button } from '../kernel/button.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Link } from '../kernel/link.tsx';
import { Day } from '../kernel/moment.tsx';
import { PromisedDay } from '../kernel/promised-day.tsx';
import { RowHead } from '../kernel/row-head.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Status } from '../kernel/status.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { isPayable } from './order-filter.ts';
import { OrderPicture } from './order-picture.tsx';
import { OrderNote, OrderPrice, OrderStatus, WaitingPieces } from './order-status.tsx';
import { purchasePage } from './purchase-link.ts';
import { ShipsByNow } from './ships-by.tsx';
import { StillToSend } from './still-to-send.tsx';

interface OrderRowProps {
  order: Order;
  /** Position in the list, from 1. */
  index: number;
  /** The page for paying and, afterwards, for the receipt. */
  paymentPage: string;
  now?: number;
  problem: string | undefined;
  /** Called with the pressed button. */
  onCancel: (button: HTMLElement) => void;
}

export function OrderRow({ order, index, paymentPage, now = Date.now(), problem, onCancel }: OrderRowProps) {
  const payable = isPayable(order);
  return (
    <Row className={payable ? 'unpaid' : ''}>
      <Cell className="c-idx num muted">{index}</Cell>
      <Cell className="c-pic">
        <OrderPicture image={order.tools_image} />
      </Cell>
      <RowHead className="name">{keepUnits(order.tools_name)}</RowHead>
      <Cell className="soft c-wide">
        <bdi>{addressInOneLine(order.address)}</bdi>
      </Cell>
      <Cell className="num" label="Quantity">
        {formatCount(order.quantity)}
        <StillToSend order={order} />
      </Cell>
      <Cell className="num" label="Price">
        <OrderPrice order={order} />
      </Cell>
      <Cell className="c-pay" label="Pay status">
        {payable && (
          <Link className="link" to={paymentPage} aria-label={`Pay Now: ${order.tools_name}`}>
            Pay Now
          </Link>
        )}
        {order.paid && (
          <span className="acts acts--stack">
            <Status mark="done">Paid</Status>
            <Link className="link small" to={paymentPage} aria-label={`Receipt: ${order.tools_name}`}>
              Receipt
            </Link>
          </span>
        )}
        {!payable && !order.paid && <OrderStatus order={order} />}
      </Cell>
      <Cell className="act">
        {payable && (
          <>
            <Button
              variant="danger"
              size="sm"
              aria-label={`Cancel: ${order.tools_name}`}
              onClick={(event) => onCancel(event.currentTarget)}
            >
              Cancel
            </Button>
            {!isHeld(order, now) && <NoHold order={order} />}
          </>
        )}
        {order.paid && <Shipping order={order} now={now} />}
        {!payable && !order.paid && <OrderNote order={order} />}
        {order.waiting && <WaitingPieces {...order.waiting} />}
        {order.waiting?.answer_by && order.number && (
          <Link className="link small" to={purchasePage(order.number)}>
            Keep waiting? Answer by {formatDeliveryDay(order.waiting.answer_by)}
            <span className="sr">: {order.tools_name}</span>
          </Link>
        )}
        <RowProblem>{problem}</RowProblem>
      </Cell>
    </Row>
  );
}

const isHeld = ({ holdUntil }: Order, now: number): boolean => holdUntil !== null && Date.parse(holdUntil) > now;

/** Until when stock is held is said in the head of its purchase. */
function NoHold({ order: { holdIsLast, closesAt } }: { order: Order }) {
  if (holdIsLast)
    return (
      <span className="sub">
        Stock is no longer held.{' '}
        <Link className="link" to="/dashboard">
          Confirm your email
        </Link>{' '}
        and pay then, or cancel this order and order again.
      </span>
    );
  return (
    <span className="sub">
      Stock is no longer held. Pay Now holds it again
      {closesAt ? (
        <>
          , until <PromisedDay iso={closesAt} />.
        </>
      ) : (
        '.'
      )}
    </span>
  );
}

function Shipping({ order, now }: { order: Order; now: number }) {
  return (
    <span className="acts acts--stack">
      <OrderStatus order={order} />
      <span className="id">{order.transactionId}</span>
      {!order.shipping && order.shipBy && (
        <span className="sub">
          <ShipsByNow days={shipDays([order])} now={now} />
        </span>
      )}
      {order.shippedAt && (
        <span className="sub">
          Shipped on <Day iso={order.shippedAt} />
        </span>
      )}
    </span>
  );
}
