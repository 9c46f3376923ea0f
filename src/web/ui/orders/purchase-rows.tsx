import { type ReactNode, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { formatDollars } from '#texts/format.ts';
import { ButtonLink } from '../kernel/button.tsx';
import { Day, Moment } from '../kernel/moment.tsx';
import { RowGroup } from '../kernel/table.tsx';
import { manyTools } from './list-counts.ts';
import { isUnpaid } from './order-filter.ts';

const SHOWN = 3;

interface PurchaseRowsProps {
  purchase: NonNullable<Order['purchase']>;
  orders: readonly Order[];
  columns: number;
  paymentPage: string;
  now: number;
  row: (order: Order) => ReactNode;
}

/** The orders that are paid together, under a head with what is true of all. */
export function PurchaseRows({ purchase, orders, columns, paymentPage, now, row }: PurchaseRowsProps) {
  const [all, setAll] = useState(false);
  const [first] = orders;
  const more = all ? 0 : orders.length - SHOWN;
  return (
    <RowGroup>
      {/* biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away */}
      <tr role="row" className="grp">
        {/* biome-ignore lint/a11y/useSemanticElements: it heads all rows of the group */}
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <th role="rowheader" scope="rowgroup" colSpan={columns}>
          <div className="grp__row">
            <span className="grp__no">{purchase.number}</span>
            <span className="grp__meta">
              {first && <Day iso={first.createdAt} />}
              <b>
                {manyTools(purchase.lines)}, {formatDollars(purchase.amount)}
              </b>
              {first && <StateOf order={first} now={now} />}
            </span>
            {first && isUnpaid(first) && (
              <ButtonLink variant="primary" size="sm" to={paymentPage}>
                Pay {formatDollars(purchase.amount)}
                <span className="sr"> for {purchase.number}</span>
              </ButtonLink>
            )}
          </div>
        </th>
      </tr>
      {(all ? orders : orders.slice(0, SHOWN)).map(row)}
      {more > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <tr role="row" className="morerow">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <td role="cell" colSpan={columns}>
            <button type="button" className="link" onClick={() => setAll(true)}>
              Show {manyTools(more).replace(' ', ' more ')}
            </button>
          </td>
        </tr>
      )}
    </RowGroup>
  );
}

function StateOf({ order: { holdUntil, shipBy, shippedAt, paid }, now }: { order: Order; now: number }) {
  if (holdUntil && Date.parse(holdUntil) > now)
    return (
      <span>
        Stock held until <Moment iso={holdUntil} now={now} />
      </span>
    );
  if (!paid || shippedAt || !shipBy) return null;
  return (
    <span>
      Ships by <Day iso={shipBy} />
    </span>
  );
}
