import { MAX_QUANTITY } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Split } from '#model/orders/order-list.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { Announced } from '../kernel/announced.tsx';
import { Line } from '../kernel/line.tsx';
import { GuardLines } from '../pricing/guard-lines.tsx';

interface PurchaseTotalProps {
  tool: Pick<Tool, 'price' | 'steps'>;
  quantity: number | null;
  /** Which of the pieces wait for a delivery. */
  wait?: Split | undefined;
  /** 0 without the offer, or when the quantity cannot be ordered. */
  offerPercent: number;
  /** Keeps the place of the offer while it is not known whether there is one, so that what stands below stays put. */
  offerIsComing?: boolean;
  /** Why the quantity cannot be ordered: read out in place of the total. */
  problem?: string | undefined;
}

export function PurchaseTotal({ tool, quantity, wait, offerPercent, offerIsComing, problem }: PurchaseTotalProps) {
  // More pieces cannot be ordered, so no sum is shown.
  const known = quantity !== null && quantity >= 0 && quantity <= MAX_QUANTITY ? quantity : undefined;
  const sum = known === undefined ? undefined : { quantity: known, price: orderPrice(tool, known, offerPercent) };
  const total = sum && formatCents(sum.price.asked);
  const pieces = sum && formatCount(sum.quantity);
  const each = sum && formatDollars(sum.price.each);
  return (
    <>
      <dl className="lines purchase__total">
        {sum && wait && <SplitLines {...wait} each={sum.price.each} />}
        {sum && <GuardLines {...sum} listed={wait !== undefined} />}
        <div className="total">
          <dt>
            Total price
            {sum && !sum.price.guardedBy && (
              <span className="sub">
                {pieces} × {each}
              </span>
            )}
          </dt>
          <dd>{total ?? '–'}</dd>
        </div>
      </dl>
      {offerPercent > 0 && sum && (
        <p className="offer purchase__offer" data-coming={offerIsComing || undefined}>
          <span>
            <b>First order, {offerPercent}% off.</b> Amount to pay
          </span>{' '}
          <b className="money">{formatCents(sum.price.amount)}</b>
        </p>
      )}
      <Announced text={problem ?? (sum ? `${manyPieces(sum.quantity)}, ${each} each, total ${total}` : '')} />
    </>
  );
}

/** What is here and what waits, at one price. */
const SplitLines = ({ now, later, date, each }: Split & { each: number }) => (
  <>
    {now > 0 && <Line label={`Now: ${formatCount(now)} × ${formatDollars(each)}`} is={formatDollars(now * each)} />}
    <div>
      <dt>
        On {formatDeliveryDay(date)}: {formatCount(later)} × {formatDollars(each)}
        {now > 0 && <span className="sub">Paid with the rest</span>}
      </dt>
      <dd>{formatDollars(later * each)}</dd>
    </div>
  </>
);
