import { useCallback, useEffect, useState } from 'react';
import { loadSession, type Session } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { useWhenOnline } from '#web/ui/kernel/use-when-online.ts';

interface Asked {
  readonly session: Session;
  /** The shop has not said who is there. */
  readonly unreachable: boolean;
  readonly ask: () => void;
}

/** Who uses this browser, for a page that needs to know: it can ask again, and does once there is a connection. */
export function useAskedSession(): Asked {
  const session = useSession();
  const [unreachable, setUnreachable] = useState(false);
  const ask = useCallback(() => {
    setUnreachable(false);
    void loadSession().then(({ status }) => setUnreachable(status === 'unknown'));
  }, []);
  const { status } = session;
  useEffect(() => {
    if (status === 'unknown') ask();
  }, [status, ask]);
  useWhenOnline(unreachable ? ask : undefined);
  return { session, unreachable, ask };
}
