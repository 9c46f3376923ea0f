import { useSyncExternalStore } from 'react';

/** The keys under which the browser keeps the order list: a visitor's, and that of whoever is signed in. */
export const ORDER_LIST = 'order-list';
export const OWN_LIST = 'own-list';
/** The links of the price promises that were made in this browser. */
export const PROMISE_LINKS = 'promise-links';

/** Lists by their keys where the browser refuses to keep anything: they last as long as the page. */
export const unkept = new Map<string, string>();

/** How many tools are in it. Only counts, because every page loads this. */
export const useListed = (): number => useSyncExternalStore(onStorage, count, () => 0);

/** Tabs hear of each other's changes by this event; the tab that changes something sends it to itself. */
export function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** A list as it is kept, or as the browser had no room to keep it. */
export function textOf(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage[key] ?? null;
  } catch {
    return null;
  }
}

function count(): number {
  try {
    return JSON.parse(textOf(OWN_LIST) ?? textOf(ORDER_LIST) ?? '').lines.length;
  } catch {
    return 0;
  }
}

/**
 * Nobody is signed in: nothing of a person's list stays, and after a logout none of the links.
 * @param aside where the list goes if the shop does not have all of it; none after a logout
 */
export function forgetOwnList(aside?: Pick<Storage, 'setItem'>): void {
  const text = textOf(OWN_LIST);
  unkept.delete(OWN_LIST);
  try {
    if (text?.includes('"unsaved":["')) aside?.setItem(`${OWN_LIST}:${JSON.parse(text).of}`, text);
    localStorage.removeItem(OWN_LIST);
    if (!aside) localStorage.removeItem(PROMISE_LINKS);
  } catch {
    // The browser keeps nothing for this site.
  }
  dispatchEvent(new Event('storage'));
}
