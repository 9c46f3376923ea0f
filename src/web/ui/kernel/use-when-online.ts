import { useEffect } from 'react';

/** Tries again by itself what failed, once there is a connection. */
export function useWhenOnline(again: (() => void) | undefined): void {
  useEffect(() => {
    if (!again) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
}
