import type { PadTotals } from '#model/orders/pad-rows.ts';
import { formatCents, formatCount } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { manyLines } from './list-counts.ts';

interface PadBarProps {
  totals: PadTotals;
  /** Recognised lines that have a quantity. */
  ready: number;
  /** Why nothing is recognised. */
  hint: string | undefined;
  /** Counts that are always recognised are left out. */
  plain?: boolean;
  onAdd: () => void;
}

/** Below the rows, in view as long as they are. */
export function PadBar({ totals, ready, hint, plain = false, onAdd }: PadBarProps) {
  const { recognised, toChoose, notFound, pieces, amount } = totals;
  const why = ready > 0 ? undefined : recognised > 0 ? 'Enter a quantity for at least one line.' : hint;
  return (
    <div className="sumbar">
      <dl>
        <Figure name="Recognised" value={formatCount(recognised)} />
        {!plain && <Figure name="To choose" value={formatCount(toChoose)} look={toChoose > 0 ? 'is-q' : ''} />}
        {!plain && <Figure name="Not found" value={formatCount(notFound)} look={notFound > 0 ? 'is-x' : ''} />}
        <Figure name="Pieces" value={formatCount(pieces)} />
        <Figure name="Total price" value={formatCents(amount)} />
      </dl>
      <Button
        variant="primary"
        size="lg"
        disabled={ready === 0}
        aria-describedby={why && 'pad-why'}
        aria-keyshortcuts="Control+Enter"
        onClick={onAdd}
      >
        {ready === 0 ? 'Add 0 lines' : `Add ${manyLines(ready)} to order list`}
      </Button>
      {why && (
        <p className="hint sumbar__why" id="pad-why">
          {why}
        </p>
      )}
    </div>
  );
}

function Figure({ name, value, look }: { name: string; value: string; look?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={look}>{value}</dd>
    </div>
  );
}
