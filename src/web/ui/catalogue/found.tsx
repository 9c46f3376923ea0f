import { useRef } from 'react';
import { formatCount, formatTotal } from '#model/kernel/count.ts';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';

interface FoundProps {
  total: number;
  /** Tools of the whole catalogue. */
  all: number;
  shown: number;
  /** What limits the search, each with the address without it. */
  limits: readonly { label: string; without: string }[];
  clearTo: string;
}

/** How many tools were found, read out when it changes, and what they were found by. */
export function Found({ total, all, shown, limits, clearTo }: FoundProps) {
  const count = useRef<HTMLParagraphElement>(null);
  // What was removed is gone with the focus on it.
  const keepFocus = () => count.current?.focus();
  return (
    <div className="applied">
      <p ref={count} role="status" tabIndex={-1}>
        {limits.length > 0 ? `${formatTotal(total)} of ${tools(all)}` : tools(total)}
        {shown < total && <span className="sr">, {formatCount(shown)} shown</span>}
      </p>
      {limits.map(({ label, without }) => (
        <Link
          key={label}
          className="chip"
          to={without}
          prefetch="none"
          preventScrollReset
          aria-label={`${label}, remove`}
          onClick={keepFocus}
        >
          {label}
          <Icon name="x" small />
        </Link>
      ))}
      {limits.length > 0 && (
        <Link className="link applied__clear" to={clearTo} prefetch="none" preventScrollReset onClick={keepFocus}>
          Clear all
        </Link>
      )}
    </div>
  );
}

const tools = (count: number) => (count === 1 ? '1 tool' : `${formatTotal(count)} tools`);
