import { centsToDollars } from '#model/kernel/money.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { ListTotals as Totals } from '#model/orders/order-list.ts';
import { formatCents, formatDollars } from '#texts/format.ts';
import { formatShortDay } from '#texts/format-time.ts';
import { Announced } from '../kernel/announced.tsx';
import { manyTools } from './list-counts.ts';

interface ListTotalsProps {
  totals: Totals;
  /** 0 without the offer. */
  offerPercent: number;
  now: number;
}

const DAY = 86_400_000;

export function ListTotals({ totals, offerPercent, now }: ListTotalsProps) {
  const { tools, goods, guard, discount, amount } = totals;
  return (
    <>
      <dl className="lines list-totals">
        <div>
          <dt>{manyTools(tools)}</dt>
          <dd>{formatCents(goods)}</dd>
        </div>
        {guard > 0 && (
          <div>
            <dt>No more than the next step</dt>
            <dd className="deduction">{formatDollars(-centsToDollars(guard))}</dd>
          </div>
        )}
        {offerPercent > 0 && (
          <div>
            <dt>First order, {offerPercent}% off</dt>
            <dd className="deduction">{formatDollars(-centsToDollars(discount))}</dd>
          </div>
        )}
        <div>
          <dt>Ships by</dt>
          <dd>{formatShortDay(now + SHOP_FACTS.shippingDays * DAY)}, if you pay today</dd>
        </div>
        <div className="total">
          <dt>Amount to pay</dt>
          <dd>{formatCents(amount)}</dd>
        </div>
      </dl>
      <Announced text={`Amount to pay ${formatCents(amount)}`} />
    </>
  );
}
