import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastText } from './toast-stack.tsx';

const NONE: readonly ToastText[] = [];
let waiting = NONE;
let used = false;
const listeners = new Set<() => void>();

export function showToast(toast: ToastText): void {
  used = true;
  setWaiting([...waiting, toast]);
}

/** Rendered once, by the root; its code loads with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => NONE,
  );
  const wanted = useSyncExternalStore(
    subscribe,
    () => used,
    () => false,
  );
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastStack waiting={toasts} onTaken={clear} />
    </Suspense>
  );
}

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

const clear = () => setWaiting(NONE);

function setWaiting(next: readonly ToastText[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
