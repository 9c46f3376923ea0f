import { useEffect, useRef } from 'react';

/** Calls back whenever the person comes back to this tab, as long as something is `waited` for that happens elsewhere. */
export function useBackToTab(waited: boolean, back: () => void): void {
  const call = useRef(back);
  useEffect(() => {
    call.current = back;
  });
  useEffect(() => {
    if (!waited) return;
    const look = () => {
      if (document.visibilityState === 'visible') call.current();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [waited]);
}
