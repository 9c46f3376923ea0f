import { useState } from 'react';
import { shortOrderId } from '#model/kernel/ids.ts';
import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { takenBack } from '#model/purchases/refund.ts';
import { formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay, formatShortDay } from '#texts/format-time.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { Part } from '../kernel/part.tsx';
import { Cell, type Column, Row, Table } from '../kernel/table.tsx';
import { manyOrders } from './list-counts.ts';
import { OrderPicture } from './order-picture.tsx';
import { AdminOrderStatus, WaitingPieces } from './order-status.tsx';
import { keptAmount } from './purchase-amounts.tsx';
import { endedUnpaid, keptLines } from './purchase-story.ts';
import { unfold } from './unfold.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Picture', className: 'c-pic', hidden: true },
  { title: 'Tool' },
  { title: 'Quantity', className: 'num' },
  { title: 'Per piece', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Status' },
];
const SHOWN = 5;

/** The orders of a purchase with their sums, for admins. */
export function ManagedLines({ purchase, now }: { purchase: Purchase; now: number }) {
  const [all, setAll] = useState(false);
  const { lines } = purchase;
  const shown = all ? lines : lines.slice(0, SHOWN);
  const kept = keptLines(purchase);
  const dropped = lines.length - kept.length;
  const pieces = kept.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Part
      className="panel"
      id="orders"
      title={manyOrders(kept.length)}
      beside={
        <span className="small muted">
          {manyPieces(pieces)}
          {dropped > 0 && `, ${formatCount(dropped)} of ${formatCount(lines.length)} cancelled`}
        </span>
      }
    >
      <Table label="Orders of the purchase" columns={COLUMNS} className="t-lines">
        {shown.map((line) => (
          <LineRow key={line._id} line={line} itemNumber={purchase.desk?.item_numbers[line._id]} now={now} />
        ))}
      </Table>
      {lines.length > shown.length && (
        <button
          type="button"
          className="paid-lines__more"
          onClick={({ currentTarget: { previousElementSibling: table } }) =>
            unfold(
              () => setAll(true),
              () => table?.querySelectorAll('tbody > tr')[SHOWN],
            )
          }
        >
          Show {manyOrders(lines.length - shown.length).replace(' ', ' more ')}
        </button>
      )}
      <Amounts purchase={purchase} />
    </Part>
  );
}

const TOTALS: Partial<Record<Purchase['state'], string>> = { unpaid: 'To be paid', paid: 'Paid' };

function Amounts({ purchase }: { purchase: Purchase }) {
  const { total, guard, discount, refunded, refunds, state } = purchase;
  if (endedUnpaid(purchase)) return <p className="soft">Cancelled before the payment. Nothing was charged.</p>;
  const less = [
    { key: 'guard', title: 'No more than the next step', amount: guard },
    { key: 'offer', title: `First order, ${discountPercent(purchase)}% off`, amount: discount },
    ...takenBack(refunds).map(({ id, at, amount }) => ({
      ...{ key: id, title: `Refunded ${formatShortDay(Date.parse(at))}`, amount },
    })),
  ];
  return (
    <dl className="lines">
      <Line label="Tools" is={formatDollars(total)} />
      {less
        .filter(({ amount }) => amount > 0)
        .map(({ key, title, amount }) => (
          <Line key={key} label={title} is={formatDollars(-amount)} />
        ))}
      <Line
        label={refunded > 0 ? 'Kept' : (TOTALS[state] ?? 'Amount')}
        is={formatDollars(keptAmount(purchase))}
        total
      />
    </dl>
  );
}

interface LineRowProps {
  line: Order;
  itemNumber: string | undefined;
  now: number;
}

function LineRow({ line, itemNumber, now }: LineRowProps) {
  const { shipped, given_up: refunded } = line;
  return (
    <Row>
      <Cell className="c-pic">
        <OrderPicture image={line.tools_image} />
      </Cell>
      <Cell className="c-name name">
        {keepUnits(line.tools_name)}
        <span className="id">
          {itemNumber && <span>{itemNumber}</span>} <span>order {shortOrderId(line._id)}</span>
        </span>
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
        {line.waiting?.answer_by && (
          <span className="sub">Asked until {formatDeliveryDay(line.waiting.answer_by)}</span>
        )}
        {shipped && <span className="sub">{formatCount(shipped)} sent</span>}
        {line.shippedAt && (
          <span className="sub">
            <time dateTime={line.shippedAt}>{formatShortDay(Date.parse(line.shippedAt))}</time>
          </span>
        )}
        {line.paid && !line.shipping && line.shipBy && (
          <span className="sub">
            {byDay(line.shipBy, now)}
            {line.later && `, ${formatCount(line.later.pieces)} ${byDay(line.later.shipBy, now)}`}
          </span>
        )}
        {refunded && <span className="sub">{formatCount(refunded)} refunded</span>}
      </Cell>
    </Row>
  );
}

const byDay = (iso: string, now: number): string =>
  utcDaysBetween(now, Date.parse(iso)) === 0 ? 'by today' : `by ${formatDeliveryDay(iso)}`;
