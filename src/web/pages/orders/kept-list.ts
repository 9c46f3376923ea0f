import { useMemo, useSyncExternalStore } from 'react';
import { type ListLine, readList, writeList } from '#model/orders/order-list.ts';
import { ORDER_LIST, onStorage } from '#web/ui/kernel/use-listed.ts';

/** Where the browser refuses to keep anything, the list lasts as long as the page. */
let unkept: string | null = null;

/** The order list of this browser, whoever is signed in; another tab may change it. */
export const keptList = (): ListLine[] => readList(keptText());

export function keepList(lines: readonly ListLine[]): void {
  const text = writeList(lines);
  try {
    localStorage.setItem(ORDER_LIST, text);
    unkept = null;
  } catch {
    unkept = text;
  }
  dispatchEvent(new Event('storage'));
}

export function useKeptList(): ListLine[] {
  const text = useSyncExternalStore(onStorage, keptText, () => null);
  return useMemo(() => readList(text), [text]);
}

function keptText(): string | null {
  if (unkept) return unkept;
  try {
    return localStorage.getItem(ORDER_LIST);
  } catch {
    return null;
  }
}
