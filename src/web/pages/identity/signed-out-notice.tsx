import { useLocation } from 'react-router';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';

/** Says why somebody is at login who did not come by themselves: their session ended on a private page. */
export function SignedOutNotice() {
  const awake = useAwake();
  const state: unknown = useLocation().state;
  // The state of a page is known to the browser only, so the server's page has no notice either.
  if (!awake || !isSignedOut(state)) return null;
  return (
    <Notice tone="warning" icon="lock" role="alert" title="You have been signed out." className="auth__notice">
      Log in again to go on.
    </Notice>
  );
}

const isSignedOut = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'notice' in state && state.notice === 'signed-out';
