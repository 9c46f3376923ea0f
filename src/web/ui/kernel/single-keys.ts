import { useSyncExternalStore } from 'react';

/** As the script of the first paint reads it: there while they are off. */
const NAME = 'no-keys';
const heard = new Set<() => void>();

/** Whether single letters and signs do something on pages, in this browser. */
export const useSingleKeys = (): boolean => useSyncExternalStore(listen, areOn, () => true);

export function turnSingleKeys(on: boolean): void {
  document.documentElement.toggleAttribute(`data-${NAME}`, !on);
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Without storage it lasts until the page is closed.
  }
  for (const tell of heard) tell();
}

const areOn = () => !document.documentElement.hasAttribute(`data-${NAME}`);

function listen(tell: () => void): () => void {
  heard.add(tell);
  return () => heard.delete(tell);
}
