import type { Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatDollars } from '#texts/format.ts';
import { manyTools } from './list-counts.ts';
import { endedUnpaid, keptLines } from './purchase-story.ts';

const WORDS: Partial<Record<Purchase['state'], string>> = { unpaid: 'Amount to pay', paid: 'Amount paid' };

/** In dollars: what is left to the shop. */
export const keptAmount = ({ amount, refunded }: Purchase): number => Math.round((amount - refunded) * 100) / 100;

export function PurchaseAmounts({ purchase }: { purchase: Purchase }) {
  const { total, guard, discount, amount, state, refunded, approved_by } = purchase;
  if (endedUnpaid(purchase)) return <p className="soft">Cancelled before the payment. Nothing was charged.</p>;
  return (
    <dl className="lines">
      <div>
        <dt>{manyTools(keptLines(purchase).length)}</dt>
        <dd>{formatDollars(total)}</dd>
      </div>
      {guard > 0 && (
        <div>
          <dt>No more than the next step</dt>
          <dd className="deduction">{formatDollars(-guard)}</dd>
        </div>
      )}
      {discount > 0 && (
        <div>
          <dt>First order, {discountPercent(purchase)}% off</dt>
          <dd className="deduction">{formatDollars(-discount)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>Included</dd>
      </div>
      {approved_by && (
        <div>
          <dt>Approved by</dt>
          <dd>
            <bdi>{approved_by}</bdi>
          </dd>
        </div>
      )}
      {refunded > 0 && (
        <>
          <div>
            <dt>Paid</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
          <div>
            <dt>Refunded</dt>
            <dd className="deduction">{formatDollars(-refunded)}</dd>
          </div>
        </>
      )}
      <div className="total">
        <dt>{refunded > 0 ? 'Kept' : (WORDS[state] ?? 'Amount')}</dt>
        <dd>{formatDollars(keptAmount(purchase))}</dd>
      </div>
    </dl>
  );
}
