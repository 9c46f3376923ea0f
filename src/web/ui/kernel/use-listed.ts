import { useSyncExternalStore } from 'react';

/** The keys under which the browser keeps the order list: a visitor's, and that of whoever is signed in. */
export const ORDER_LIST = 'order-list';
export const OWN_LIST = 'own-list';
/** The links of the price promises that were made in this browser. */
export const PROMISE_LINKS = 'promise-links';

/** How many tools are in it. Only counts, because every page loads this. */
export const useListed = (): number => useSyncExternalStore(onStorage, count, () => 0);

/** Tabs hear of each other's changes by this event; the tab that changes something sends it to itself. */
export function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function count(): number {
  try {
    return JSON.parse(localStorage[OWN_LIST] ?? localStorage[ORDER_LIST]).lines.length;
  } catch {
    return 0;
  }
}

/** Nobody is signed in: nothing of a person's list and promises stays. */
export function forgetOwnList(): void {
  localStorage.removeItem(OWN_LIST);
  localStorage.removeItem(PROMISE_LINKS);
  dispatchEvent(new Event('storage'));
}
