import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  /** Why it did not come. */
  problem: string;
  busy: boolean;
  onRetry: () => void;
}

/** A part of a page or dialog that did not come, with a way to ask for it again. */
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
