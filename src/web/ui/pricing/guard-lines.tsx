import { centsToDollars } from '#model/kernel/money.ts';
import type { OrderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { Line } from '../kernel/line.tsx';

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
        <Line label={`${formatCount(quantity)} × ${formatDollars(price.each)}`} is={formatCents(price.total)} />
      )}
      <Line
        label={`No more than for ${formatCount(price.guardedBy.from)}`}
        is={<span className="deduction">{formatDollars(-centsToDollars(price.guard))}</span>}
      />
    </>
  );
}
