import { formatCount } from '#model/kernel/count.ts';
import { formatCents, formatDollars } from '#model/kernel/money.ts';
import { PROMISES } from '#model/kernel/promises.ts';
import { orderPrice } from '#model/orders/price.ts';

interface PurchaseTotalProps {
  /** Whole dollars for one piece. */
  price: number;
  quantity: number | null;
  /** Whether the first-order offer is shown: the quantity can be ordered and the customer still has it. */
  offer: boolean;
}

// Beyond this nothing can be ordered, and a sum would only be noise.
const MOST = 1_000_000;

/** Quantity times price, and what is to be paid with the first-order offer. Says changes aloud. */
export function PurchaseTotal({ price, quantity, offer }: PurchaseTotalProps) {
  const known = quantity !== null && quantity >= 0 && quantity <= MOST ? quantity : undefined;
  const sum = known === undefined ? undefined : orderPrice(price, known, offer);
  return (
    <>
      <dl className="lines purchase__total">
        <div className="total">
          <dt>
            Total price
            {known !== undefined && (
              <span className="sub">
                {formatCount(known)} × {formatDollars(price)}
              </span>
            )}
          </dt>
          <dd aria-live="polite">{sum ? formatCents(sum.total) : '–'}</dd>
        </div>
      </dl>
      {offer && sum && (
        <p className="offer purchase__offer">
          <span>
            <b>First order, {PROMISES.firstOrderPercent}% off.</b> Amount to pay
          </span>{' '}
          <b className="money">{formatCents(sum.amount)}</b>
        </p>
      )}
    </>
  );
}
