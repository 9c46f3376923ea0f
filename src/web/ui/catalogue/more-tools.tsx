import { formatCount, formatTotal } from '#model/kernel/count.ts';
import { Button } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';

interface MoreToolsProps {
  shown: number;
  total: number;
  busy: boolean;
  /** Why the last page did not come. */
  problem: string | undefined;
  onMore: () => void;
}

/** How far a long list is shown, and the way on. */
export function MoreTools({ shown, total, busy, problem, onMore }: MoreToolsProps) {
  return (
    <div className="more">
      <p className="small muted">
        {formatCount(shown)} of {formatTotal(total)} shown
      </p>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button size="lg" loading={busy} onClick={onMore}>
        {problem ? 'Try again' : 'Load more'}
      </Button>
    </div>
  );
}
