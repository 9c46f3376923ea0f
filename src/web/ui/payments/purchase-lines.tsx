import { useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { OrderPicture } from '../orders/order-picture.tsx';
import { Awaited } from './awaited.tsx';

const SHOWN = 5;

interface PurchaseLinesProps {
  lines: readonly Order[];
  /** The id of the line that the page was opened for. */
  marked: string | undefined;
}

/** What is paid together. A few at first, the marked one and those that wait among them. */
export function PurchaseLines({ lines, marked }: PurchaseLinesProps) {
  const [all, setAll] = useState(false);
  const shown = lines.filter(({ _id, waiting }, place) => all || place < SHOWN || _id === marked || waiting);
  const more = lines.length - shown.length;
  return (
    <>
      <ul className="paid-lines">
        {shown.map((line) => (
          <li key={line._id} aria-current={line._id === marked || undefined}>
            <OrderPicture image={line.tools_image} />
            <span>
              <b>{keepUnits(line.tools_name)}</b>
              <span className="sub">
                {formatCount(line.quantity)} × {formatDollars(line.tools_price)}
              </span>
              <Awaited order={line} />
            </span>
            <b className="money">{formatDollars(line.total)}</b>
          </li>
        ))}
      </ul>
      {(more > 0 || all) && (
        <button type="button" className="paid-lines__more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${formatCount(more)} more ${more === 1 ? 'tool' : 'tools'}`}
        </button>
      )}
    </>
  );
}
