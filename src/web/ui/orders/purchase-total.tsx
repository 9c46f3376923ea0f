import type { Tool } from '#model/catalogue/tool.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';

interface PurchaseTotalProps {
  tool: Pick<Tool, 'price' | 'steps'>;
  quantity: number | null;
  /** 0 without the offer, or when the quantity cannot be ordered. */
  offerPercent: number;
}

// More pieces cannot be ordered, so no sum is shown.
const MOST = 1_000_000;

/** Changes are announced to screen readers. */
export function PurchaseTotal({ tool, quantity, offerPercent }: PurchaseTotalProps) {
  const known = quantity !== null && quantity >= 0 && quantity <= MOST ? quantity : undefined;
  const sum = known === undefined ? undefined : orderPrice(tool, known, offerPercent);
  return (
    <>
      <dl className="lines purchase__total">
        <div className="total">
          <dt>
            Total price
            {sum && known !== undefined && (
              <span className="sub">
                {formatCount(known)} × {formatDollars(sum.each)}
              </span>
            )}
          </dt>
          <dd aria-live="polite">{sum ? formatCents(sum.total) : '–'}</dd>
        </div>
      </dl>
      {offerPercent > 0 && sum && (
        <p className="offer purchase__offer">
          <span>
            <b>First order, {offerPercent}% off.</b> Amount to pay
          </span>{' '}
          <b className="money">{formatCents(sum.amount)}</b>
        </p>
      )}
    </>
  );
}
