import { useSyncExternalStore } from 'react';

/** The key under which the browser keeps the order list. */
export const ORDER_LIST = 'order-list';

/** How many tools are in it. Only counts, because every page loads this. */
export const useListed = (): number => useSyncExternalStore(onStorage, count, () => 0);

/** Tabs hear of each other's changes by this event; the tab that changes something sends it to itself. */
export function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function count(): number {
  try {
    return JSON.parse(localStorage[ORDER_LIST]).lines.length;
  } catch {
    return 0;
  }
}
