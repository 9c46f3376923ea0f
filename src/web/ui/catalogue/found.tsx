import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount, formatTotal, manyPieces } from '#texts/format.ts';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';
import { totalTools } from './total-tools.ts';

interface FoundProps {
  total: number;
  all: number;
  shown: number;
  limits: readonly { label: string; without: string }[];
  need: number | undefined;
  /** The same page without a need. */
  withoutNeed: string;
  /** Where a need is typed: it has the focus when the need is gone. */
  field: RefObject<HTMLInputElement | null>;
  clearTo: string;
}

/** Milliseconds without a change after which the count is said to screen readers. */
const SAID_AFTER = 500;

export function Found({ total, all, shown, limits, need, withoutNeed, field, clearTo }: FoundProps) {
  const count = useRef<HTMLParagraphElement>(null);
  const said = useRested(need);
  // The removed filter's link had the focus.
  const keepFocus = () => count.current?.focus();
  const toField = () => field.current?.focus({ preventScroll: true });
  return (
    <div className="applied">
      <p ref={count} role="status" tabIndex={-1}>
        {limits.length > 0 ? `${formatTotal(total)} of ${totalTools(all)}` : totalTools(total)}
        {said !== undefined && `, priced for ${manyPieces(said)}`}
        {shown < total && <span className="sr">, {formatCount(shown)} shown</span>}
      </p>
      {need !== undefined && <Chip label={`I need ${formatCount(need)}`} without={withoutNeed} onRemoved={toField} />}
      {limits.map(({ label, without }) => (
        <Chip key={label} label={label} without={without} onRemoved={keepFocus} />
      ))}
      {(limits.length > 0 || need !== undefined) && (
        <Link
          className="link applied__clear"
          to={clearTo}
          prefetch="none"
          preventScrollReset
          onClick={need === undefined ? keepFocus : toField}
        >
          Clear all
        </Link>
      )}
    </div>
  );
}

function Chip({ label, without, onRemoved }: { label: string; without: string; onRemoved: () => void }) {
  return (
    <Link
      className="chip"
      to={without}
      prefetch="none"
      preventScrollReset
      aria-label={`${label}, remove`}
      onClick={onRemoved}
    >
      {label}
      <Icon name="x" small />
    </Link>
  );
}

/** The last value that stood for a while. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const rest = setTimeout(() => setRested(value), SAID_AFTER);
    return () => clearTimeout(rest);
  }, [value]);
  return rested;
}
