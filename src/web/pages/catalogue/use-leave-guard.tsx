import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '#web/api/identity/session.ts';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';

/**
 * Asks before leaving a page with changes, and leaves once they are saved; a session that ends leaves without asking.
 * @param within paths of pages that share the changes
 */
export function useLeaveGuard(changes: number, within: readonly string[]): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changes > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      !within.includes(nextLocation.pathname) &&
      currentSession().status === 'signed-in',
  );
  const saved = changes === 0;
  useEffect(() => {
    if (saved) blocker.proceed?.();
  }, [saved, blocker]);
  if (saved) return null;
  return (
    <QuestionDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={`Leave without saving ${changes === 1 ? '1 change' : `${changes} changes`}?`}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      <p>
        This tab keeps {changes === 1 ? 'it until you save or discard it' : 'them until you save or discard them'}, or
        log out.
      </p>
    </QuestionDialog>
  );
}
