import { useState } from 'react';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatShortDay } from '#texts/format-time.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Day } from '../kernel/moment.tsx';
import { Cell, type Column, Row, Table } from '../kernel/table.tsx';
import { manyOrders, manyPieces } from './list-counts.ts';
import { OrderPicture } from './order-picture.tsx';
import { AdminOrderStatus } from './order-status.tsx';
import { PurchaseAmounts } from './purchase-amounts.tsx';
import { keptLines } from './purchase-story.ts';
import { WaitingPieces } from './waiting-pieces.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Picture', className: 'c-pic', hidden: true },
  { title: 'Tool' },
  { title: 'Quantity', className: 'num' },
  { title: 'Per piece', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Status' },
];
const SHOWN = 20;

/** The orders of a purchase with their sums, for admins. */
export function ManagedLines({ purchase }: { purchase: Purchase }) {
  const [all, setAll] = useState(false);
  const { lines } = purchase;
  const shown = all ? lines : lines.slice(0, SHOWN);
  const pieces = keptLines(purchase).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className="panel" aria-labelledby="orders">
      <div className="h3r">
        <h2 className="h3" id="orders">
          {manyOrders(lines.length)}
        </h2>
        <span className="small muted">{manyPieces(pieces)}</span>
      </div>
      <Table label="Orders of the purchase" columns={COLUMNS} className="t-lines">
        {shown.map((line) => (
          <LineRow key={line._id} line={line} />
        ))}
      </Table>
      {lines.length > shown.length && (
        <button type="button" className="paid-lines__more" onClick={() => setAll(true)}>
          {formatCount(lines.length - shown.length)} more
        </button>
      )}
      <PurchaseAmounts purchase={purchase} />
    </section>
  );
}

function LineRow({ line }: { line: Order }) {
  const { shipped, given_up: refunded } = line;
  return (
    <Row>
      <Cell className="c-pic">
        <OrderPicture image={line.tools_image} />
      </Cell>
      <Cell className="c-name name">
        {keepUnits(line.tools_name)} <span className="id">{shortOrderId(line._id)}</span>
      </Cell>
      <Cell className="num" label="Quantity">
        {formatCount(line.quantity)}
      </Cell>
      <Cell className="num" label="Per piece">
        {formatDollars(line.tools_price)}
      </Cell>
      <Cell className="num" label="Price">
        <b className="money">{formatDollars(line.total)}</b>
      </Cell>
      <Cell label="Status">
        <AdminOrderStatus order={line} />
        {line.waiting && <WaitingPieces {...line.waiting} />}
        {shipped && <span className="sub">{formatCount(shipped)} sent</span>}
        {line.shippedAt && (
          <span className="sub">
            <Day iso={line.shippedAt} />
          </span>
        )}
        {line.paid && !line.shipping && line.shipBy && (
          <span className="sub nowrap">by {formatShortDay(Date.parse(line.shipBy))}</span>
        )}
        {refunded && <span className="sub">{formatCount(refunded)} refunded</span>}
      </Cell>
    </Row>
  );
}
