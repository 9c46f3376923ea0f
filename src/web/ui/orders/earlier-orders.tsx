import { Button } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';

interface EarlierOrdersProps {
  busy: boolean;
  /** Why the last ones did not come. */
  problem: string | undefined;
  onMore: () => void;
}

/** Says that a list, and a search in it, is of the newest orders only, and leads on. */
export function EarlierOrders({ busy, problem, onMore }: EarlierOrdersProps) {
  return (
    <div className="more">
      <p className="small muted">The newest orders are listed and searched.</p>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button size="lg" loading={busy} onClick={onMore}>
        {problem ? 'Try again' : 'Load earlier orders'}
      </Button>
    </div>
  );
}
