import type { Purchase } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatDollars } from '#texts/format.ts';
import { Line } from '../kernel/line.tsx';
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
      <Line label={manyTools(keptLines(purchase).length)} is={formatDollars(total)} />
      {guard > 0 && <Line label="No more than the next step" is={formatDollars(-guard)} deduction />}
      {discount > 0 && (
        <Line label={`First order, ${discountPercent(purchase)}% off`} is={formatDollars(-discount)} deduction />
      )}
      <Line label="Shipping" is="Included" />
      {approved_by && <Line label="Approved by" is={<bdi>{approved_by}</bdi>} />}
      {refunded > 0 && (
        <>
          <Line label="Paid" is={formatDollars(amount)} />
          <Line label="Refunded" is={formatDollars(-refunded)} deduction />
        </>
      )}
      <Line label={refunded > 0 ? 'Kept' : (WORDS[state] ?? 'Amount')} is={formatDollars(keptAmount(purchase))} total />
    </dl>
  );
}
