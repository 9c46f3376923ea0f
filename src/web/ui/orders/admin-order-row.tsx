import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { addressInOneLine } from '#texts/typed.ts';
import { Button } from '../kernel/button.tsx';
import { EmailText } from '../kernel/email-text.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Link } from '../kernel/link.tsx';
import { Day } from '../kernel/moment.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { isPayable } from './order-filter.ts';
import { AdminOrderNote, AdminOrderStatus, OrderPrice, WaitingPieces } from './order-status.tsx';
import { leftToShip } from './pieces-fields.tsx';
import { purchasePage } from './purchase-link.ts';
import { ShipsByNow } from './ships-by.tsx';
import { StillToSend } from './still-to-send.tsx';

interface AdminOrderRowProps {
  order: Order;
  now: number;
  shipping: boolean;
  problem: string | undefined;
  /** Called with the pressed button, as the next one. */
  onShip: (button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
  onReview: () => void;
}

/** Whose it is, and where it goes: of a purchase once, in its head. */
export const Orderer = ({ order: { email, address } }: { order: Order }) => (
  <>
    <span className="mail">
      <EmailText email={email} />
    </span>
    <span className="sub">
      <bdi>{addressInOneLine(address)}</bdi>
    </span>
  </>
);

/** What is kept of the amount that was paid, once a part of it went back. */
export const KeptPart = ({ of: { paid, refunded }, amount }: { of: Order; amount: number }) =>
  paid && refunded ? (
    <span className="sub nowrap">{formatDollars(Math.round((amount - refunded) * 100) / 100)} kept</span>
  ) : null;

/** The button goes once nothing is left to ship: the focus stays in its row instead of getting lost. */
function keepFocusInRow(button: HTMLElement | null) {
  const row = button?.closest('tr');
  return () => {
    if (!row || document.activeElement !== button) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  };
}

export function AdminOrderRow({ order, now, shipping, problem, onShip, onDelete, onReview }: AdminOrderRowProps) {
  return (
    <Row>
      <Cell className="c-id">
        {order.number && !order.purchase && (
          <Link className="link c-id__no" to={purchasePage(order.number)}>
            {order.number}
          </Link>
        )}
        <span className="id id--ink">{shortOrderId(order._id)}</span>
        {!order.purchase && (
          <span className="sub">
            <Day iso={order.createdAt} />
          </span>
        )}
      </Cell>
      <Cell className="c-name name">{keepUnits(order.tools_name)}</Cell>
      <Cell className="c-wide">{!order.purchase && <Orderer order={order} />}</Cell>
      <Cell className="num" label="Quantity">
        {formatCount(order.quantity)}
        <StillToSend order={order} />
      </Cell>
      <Cell className="num" label="Price">
        <OrderPrice order={order} />
        {!order.purchase && <KeptPart of={order} amount={order.amount} />}
      </Cell>
      <Cell label="Status">
        <AdminOrderStatus order={order} />
        {order.waiting && <WaitingPieces {...order.waiting} />}
        {order.state === 'paid' && order.shipBy && (
          <span className="sub">
            <ShipsByNow days={shipDays([order])} now={now} />
          </span>
        )}
      </Cell>
      <Cell className="act">
        {order.paid && (
          <span className="acts">
            <span className="small muted">Already paid</span>
            {leftToShip(order) > 0 && (
              <Button
                variant="ink"
                size="sm"
                ref={keepFocusInRow}
                loading={shipping}
                onClick={(event) => onShip(event.currentTarget)}
                aria-label={`Mark shipped: order ${shortOrderId(order._id)}`}
              >
                Mark shipped
              </Button>
            )}
          </span>
        )}
        {isPayable(order) && (
          <Button
            variant="danger"
            size="sm"
            onClick={(event) => onDelete(event.currentTarget)}
            aria-label={`Delete: order ${shortOrderId(order._id)}`}
          >
            Delete
          </Button>
        )}
        {order.state === 'review' && (
          <Button
            variant="ink"
            size="sm"
            onClick={onReview}
            aria-label={`Look into it: order ${shortOrderId(order._id)}`}
          >
            Look into it
          </Button>
        )}
        {!isPayable(order) && !order.paid && <AdminOrderNote order={order} />}
        <RowProblem>{problem}</RowProblem>
      </Cell>
    </Row>
  );
}
