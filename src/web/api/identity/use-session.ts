import { useEffect, useSyncExternalStore } from 'react';
import { currentSession, loadSession, type Session, subscribeToSession } from './session.ts';

const UNKNOWN: Session = { status: 'unknown' };

/** Who uses this browser; unknown on the server and until the first answer. */
export function useSession(): Session {
  useEffect(() => {
    void loadSession();
  }, []);
  return useSyncExternalStore(subscribeToSession, currentSession, () => UNKNOWN);
}
