import { centsToDollars } from '#model/kernel/money.ts';
import type { OrderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';

interface GuardLinesProps {
  price: OrderPrice;
  quantity: number;
  /** Whether what the pieces cost stands above them already. */
  listed?: boolean;
}

/** Rows of a description list, above the total: what the pieces cost, and what is taken off. None without the guard. */
export function GuardLines({ price, quantity, listed = false }: GuardLinesProps) {
  if (!price.guardedBy) return null;
  return (
    <>
      {!listed && (
        <div>
          <dt>
            {formatCount(quantity)} × {formatDollars(price.each)}
          </dt>
          <dd>{formatCents(price.total)}</dd>
        </div>
      )}
      <div>
        <dt>No more than for {formatCount(price.guardedBy.from)}</dt>
        <dd>
          <span className="deduction">{formatDollars(-centsToDollars(price.guard))}</span>
        </dd>
      </div>
    </>
  );
}
