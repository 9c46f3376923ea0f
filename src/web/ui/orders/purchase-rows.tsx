import { type ReactNode, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { shipDays } from '#model/orders/ship-days.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatPo } from '#texts/typed.ts';
import { Button, ButtonLink } from '../kernel/button.tsx';
import { Link } from '../kernel/link.tsx';
import { Day } from '../kernel/moment.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Cell, RowGroup } from '../kernel/table.tsx';
import { KeptPart, Orderer } from './admin-order-row.tsx';
import { lateness } from './lateness.ts';
import { manyOrders, manyTools } from './list-counts.ts';
import { isPayable } from './order-filter.ts';
import { AdminOrderStatus, OrderStatus } from './order-status.tsx';
import { leftToShip } from './pieces-fields.tsx';
import { purchaseAgainPage, purchasePage } from './purchase-link.ts';
import { SentStatus } from './purchase-status.tsx';
import { purchaseWords } from './purchase-words.ts';
import { Late } from './ships-by.tsx';
import { unfold } from './unfold.ts';

/** So many orders of a purchase are shown at first. */
export const FOLDED = 3;

interface GroupProps {
  purchase: NonNullable<Order['purchase']>;
  orders: readonly Order[];
  columns: number;
  /** Those that are shown while the others are folded away; without them the first few. */
  shown?: readonly Order[] | undefined;
  row: (order: Order) => ReactNode;
}

interface PurchaseRowsProps extends GroupProps {
  paymentPage: string;
  now: number;
}

/** The orders that are paid together, under a head with what is true of all. */
export function PurchaseRows({ paymentPage, now, ...group }: PurchaseRowsProps) {
  const { purchase, orders } = group;
  const [first] = orders;
  const payable = orders.some(isPayable);
  const paying = orders.find((order) => order.paying);
  return (
    <Group
      {...group}
      facts={
        <>
          {first && <Day iso={first.createdAt} />}
          <References {...purchase} />
          <b>
            {manyTools(purchase.lines)}, {formatDollars(purchase.amount)}
          </b>
          {purchaseWords(orders, now).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </>
      }
      action={
        payable ? (
          <ButtonLink variant="primary" size="sm" to={paymentPage}>
            Pay {formatDollars(purchase.amount)}
            <span className="sr"> for {purchase.number}</span>
          </ButtonLink>
        ) : paying ? (
          <OrderStatus order={paying} />
        ) : (
          <ButtonLink size="sm" to={purchaseAgainPage(purchase.number)} aria-label={`Order again: ${purchase.number}`}>
            Order again
          </ButtonLink>
        )
      }
    />
  );
}

interface AdminPurchaseRowsProps extends GroupProps {
  now: number;
  shipping: boolean;
  problem: string | undefined;
  /** Called with the pressed button. */
  onShip: (button: HTMLElement) => void;
}

/** The same for admins: whose it is, and one button that ships all of it that is pending. */
export function AdminPurchaseRows({ now, shipping, problem, onShip, ...group }: AdminPurchaseRowsProps) {
  const { purchase, orders } = group;
  const [first] = orders;
  const pending = orders.filter((order) => leftToShip(order) > 0);
  const isFolded = pending.some((order) => !(group.shown ?? orders.slice(0, FOLDED)).includes(order));
  const ships = isFolded ? `Mark ${formatCount(pending.length)} shipped` : 'Mark shipped';
  const pieces = orders.reduce((sum, { quantity }) => sum + quantity, 0);
  // Its sums are those of the whole purchase: nothing is said of pieces that are not listed.
  const isWhole = orders.length === purchase.lines;
  return (
    <FoldedRows {...group}>
      {/* biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away */}
      <tr role="row" className="grp grp--cells">
        {/* biome-ignore lint/a11y/useSemanticElements: it heads all rows of the group */}
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <th role="rowheader" scope="rowgroup" className="c-id">
          <Link className="grp__no link" to={purchasePage(purchase.number)}>
            {purchase.number}
          </Link>
          {first && (
            <span className="sub">
              <Day iso={first.createdAt} />
            </span>
          )}
        </th>
        <Cell className="c-name">
          <b>{manyOrders(purchase.lines)}</b>
          <span className="sub grp__refs">
            <References {...purchase} />
          </span>
        </Cell>
        <Cell className="c-wide">{first && <Orderer order={first} />}</Cell>
        <Cell className="num" label="Quantity">
          {isWhole && formatCount(pieces)}
        </Cell>
        <Cell className="num" label="Price">
          <b className="money">{formatDollars(purchase.amount)}</b>
          {orders.some(({ discount }) => discount > 0) && <span className="sub nowrap">with the offer</span>}
          {first && <KeptPart of={orders.find(({ paid }) => paid) ?? first} amount={purchase.amount} />}
        </Cell>
        <Cell label="Status">{first && <AdminPurchaseState orders={orders} now={now} />}</Cell>
        <Cell className="act">
          {pending.length > 0 && (
            <Button
              variant="ink"
              size="sm"
              loading={shipping}
              aria-label={`${ships}: purchase ${purchase.number}`}
              onClick={(event) => onShip(event.currentTarget)}
            >
              {ships}
            </Button>
          )}
          <RowProblem>{problem}</RowProblem>
        </Cell>
      </tr>
    </FoldedRows>
  );
}

const References = ({ po_number, job }: GroupProps['purchase']) => (
  <>
    {po_number && <bdi>{formatPo(po_number)}</bdi>}
    {job && <bdi>{job}</bdi>}
  </>
);

function AdminPurchaseState({ orders, now }: { orders: readonly Order[]; now: number }) {
  const [order] = orders;
  const paid = orders.filter((order) => order.paid);
  if (paid.length === 0) return order && <AdminOrderStatus order={order} />;
  const first = shipDays(paid)[0];
  const late = first && lateness(first.at, now);
  return (
    <>
      <SentStatus paid={paid} refunded={orders.some(({ given_up, refunded }) => given_up || refunded)} />
      {late && (
        <span className="sub">
          <Late>{late}</Late>
        </span>
      )}
    </>
  );
}

function Group({ facts, action, ...group }: GroupProps & { facts: ReactNode; action: ReactNode }) {
  const { purchase, columns } = group;
  return (
    <FoldedRows {...group}>
      {/* biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away */}
      <tr role="row" className="grp">
        {/* biome-ignore lint/a11y/useSemanticElements: it heads all rows of the group */}
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <th role="rowheader" scope="rowgroup" colSpan={columns}>
          <div className="grp__row">
            <Link className="grp__no link" to={purchasePage(purchase.number)}>
              {purchase.number}
            </Link>
            <span className="grp__meta">{facts}</span>
            {action}
          </div>
        </th>
      </tr>
    </FoldedRows>
  );
}

/** The orders below their head, of which some are folded away. */
function FoldedRows({
  orders,
  columns,
  shown: unfolded = orders.slice(0, FOLDED),
  row,
  children,
}: GroupProps & { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const shown = open ? orders : unfolded;
  const more = orders.length - shown.length;
  return (
    <RowGroup>
      {children}
      {shown.map(row)}
      {more > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <tr role="row" className="morerow">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <td role="cell" colSpan={columns}>
            <button
              type="button"
              className="link"
              onClick={({ currentTarget }) => {
                const group = currentTarget.closest('tbody');
                const first = 1 + orders.findIndex((order) => !unfolded.includes(order));
                unfold(
                  () => setOpen(true),
                  () => group?.rows[first],
                );
              }}
            >
              Show {manyTools(more).replace(' ', ' more ')}
            </button>
          </td>
        </tr>
      )}
    </RowGroup>
  );
}
