import { useMemo, useSyncExternalStore } from 'react';
import { type ListLine, readList, writeList } from '#model/orders/order-list.ts';
import { changeOwn, type OwnList, readOwnList, writeOwnList } from '#model/orders/own-list.ts';
import { ifAllowed, personalStorage } from '#web/api/personal-storage.ts';
import { ORDER_LIST, OWN_LIST, onStorage, textOf, unkept } from '#web/ui/kernel/use-listed.ts';

/** The order list of whoever is signed in, otherwise that of this browser; another tab may change it. */
export const keptList = (): ListLine[] => readList(keptText());

export function keepList(lines: readonly ListLine[]): void {
  const own = ownList();
  if (own) keepOwnList(changeOwn(own, lines));
  else keep(ORDER_LIST, writeList(lines));
}

export function useKeptList(): ListLine[] {
  const text = useSyncExternalStore(onStorage, keptText, () => null);
  return useMemo(() => readList(text), [text]);
}

/** Undefined until it has come from the shop. */
export const ownList = (): OwnList | undefined => readOwnList(textOf(OWN_LIST));

/** Whether it has. */
export const useOwnListThere = (): boolean =>
  useSyncExternalStore(
    onStorage,
    () => textOf(OWN_LIST) !== null,
    () => false,
  );

export const keepOwnList = (own: OwnList): void => keep(OWN_LIST, writeOwnList(own));

/** The list of a session that ended by itself: the frame puts it aside in this tab, for the same person. */
export function takeEndedList(uid: string): OwnList | undefined {
  const name = `${OWN_LIST}:${uid}`;
  const ended = readOwnList(personalStorage.getItem(name));
  personalStorage.removeItem(name);
  return ended;
}

export const visitorsList = (): ListLine[] => readList(textOf(ORDER_LIST));

/** It stays in the browser, for whoever logs in next, as all that a visitor collects. */
export function keepVisitorsList(lines: readonly ListLine[]): void {
  unkept.delete(ORDER_LIST);
  ifAllowed(() => localStorage.removeItem(ORDER_LIST));
  if (lines.length > 0) keep(ORDER_LIST, writeList(lines));
}

const keptText = (): string | null => textOf(OWN_LIST) ?? textOf(ORDER_LIST);

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  dispatchEvent(new Event('storage'));
}
