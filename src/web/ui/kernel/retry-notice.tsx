import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  problem: string;
  busy: boolean;
  onRetry: () => void;
}

export function RetryNotice({ problem, busy, onRetry }: RetryNoticeProps) {
  return (
    <Notice
      tone="danger"
      role="alert"
      action={
        <Button size="sm" loading={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem}
    </Notice>
  );
}
