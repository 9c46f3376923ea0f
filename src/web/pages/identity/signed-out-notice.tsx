import { useSession } from '#web/api/identity/use-session.ts';
import { Notice } from '#web/ui/kernel/notice.tsx';

/** Says why somebody is at login who did not choose to be: their session was refused or has expired. */
export function SignedOutNotice() {
  const session = useSession();
  if (session.status !== 'signed-out' || session.ended !== 'refused') return null;
  return (
    <Notice tone="warning" icon="lock" role="alert" title="You have been signed out." className="auth__notice">
      Log in again to go on.
    </Notice>
  );
}
