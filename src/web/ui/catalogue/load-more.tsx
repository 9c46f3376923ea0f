import type { MouseEvent } from 'react';
import { formatCount, formatTotal } from '#texts/format.ts';
import { ButtonLink } from '../kernel/button.tsx';
import { March } from '../kernel/march.tsx';

interface LoadMoreProps {
  shown: number;
  total: number;
  busy: boolean;
  /** The page with more tools, for browsers without scripts. */
  to: string;
  onMore: () => void;
}

export function LoadMore({ shown, total, busy, to, onMore }: LoadMoreProps) {
  function more(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!busy) onMore();
  }
  return (
    <div className="more">
      <div className="more__gauge">
        <p className="small muted">
          {formatCount(shown)} of {formatTotal(total)} shown
        </p>
        <progress value={shown} max={Math.max(total, shown + 1)} aria-hidden="true" />
      </div>
      <ButtonLink size="lg" to={to} prefetch="none" onClick={more} aria-busy={busy || undefined}>
        {busy && <March />}
        Load more
      </ButtonLink>
    </div>
  );
}
