import type { PadTotals } from '#model/orders/pad-rows.ts';
import { formatCents, formatCount } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { manyLines } from './list-counts.ts';

interface PadBarProps {
  totals: PadTotals;
  /** Why nothing can be added. */
  hint: string | undefined;
  /** Counts that are always recognised are left out. */
  plain?: boolean;
  onAdd: () => void;
}

/** Below the rows, in view as long as they are. */
export function PadBar({ totals, hint, plain = false, onAdd }: PadBarProps) {
  const { recognised, toChoose, notFound, pieces, amount } = totals;
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
        disabled={recognised === 0}
        aria-describedby={recognised === 0 && hint ? 'pad-why' : undefined}
        aria-keyshortcuts="Control+Enter"
        onClick={onAdd}
      >
        {recognised === 0 ? 'Add 0 lines' : `Add ${manyLines(recognised)} to order list`}
      </Button>
      {recognised === 0 && hint && (
        <p className="hint sumbar__why" id="pad-why">
          {hint}
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
