import { useRef } from 'react';
import { formatCount, formatTotal } from '#texts/format.ts';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';

interface FoundProps {
  total: number;
  all: number;
  shown: number;
  limits: readonly { label: string; without: string }[];
  clearTo: string;
}

export function Found({ total, all, shown, limits, clearTo }: FoundProps) {
  const count = useRef<HTMLParagraphElement>(null);
  // The removed filter's link had the focus.
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
