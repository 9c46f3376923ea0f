import { useSyncExternalStore } from 'react';
import type { PadAnswer } from '#model/orders/pad-rows.ts';
import { ifAllowed } from '#web/api/personal-storage.ts';
import { onStorage } from '#web/ui/kernel/use-listed.ts';

/** The order pad as it is kept while somebody goes elsewhere; of it the texts stay until they are cleared. */
export interface KeptPad {
  readonly tab: 'paste' | 'lines';
  readonly text: string;
  /** What was decided by hand, by the key of its line. */
  readonly answers: ReadonlyMap<string, PadAnswer>;
  /** Lines that the last adding left on the pad. */
  readonly leftOver: number;
  readonly entries: readonly PadEntry[];
}

/** A line of the second tab. */
export interface PadEntry {
  readonly key: string;
  readonly typed: string;
  readonly tool?: { readonly id: string; readonly name: string };
  /** As typed; empty means the minimum. */
  readonly quantity: string;
}

const KEY = 'order-pad';
const EMPTY: KeptPad = { tab: 'paste', text: '', answers: new Map(), leftOver: 0, entries: [] };

let pad = EMPTY;
/** What the browser kept when it was last looked at. */
let seen: string | null = null;
const listeners = new Set<() => void>();

/** Another tab may have changed or cleared the texts. */
export function keptPad(): KeptPad {
  const now = ifAllowed(() => localStorage.getItem(KEY)) ?? null;
  if (now !== seen) pad = { ...pad, ...textsOf(now), leftOver: 0 };
  seen = now;
  return pad;
}

export function keepPad(change: Partial<KeptPad>): void {
  pad = { ...keptPad(), ...change };
  if ('text' in change || 'entries' in change) store(pad);
  for (const listener of listeners) listener();
}

export const useKeptPad = (): KeptPad => useSyncExternalStore(subscribe, keptPad, () => EMPTY);

function subscribe(listener: () => void): () => void {
  const forget = onStorage(listener);
  listeners.add(listener);
  return () => {
    forget();
    listeners.delete(listener);
  };
}

/** Where the browser refuses to keep it, or it is too large, it lasts as long as the page. */
function store({ text, entries }: KeptPad): void {
  const next = text === '' && entries.length === 0 ? null : JSON.stringify({ version: 1, text, entries });
  ifAllowed(() => {
    if (next === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    seen = next;
  });
}

function textsOf(kept: string | null): Pick<KeptPad, 'text' | 'entries'> {
  try {
    const { version, text, entries } = JSON.parse(kept ?? '');
    if (version === 1 && typeof text === 'string' && Array.isArray(entries))
      return { text, entries: entries.filter(isEntry) };
  } catch {
    // It is nothing that the pad has kept.
  }
  return { text: '', entries: [] };
}

const isEntry = (it: PadEntry | null): it is PadEntry =>
  typeof it?.key === 'string' &&
  typeof it.typed === 'string' &&
  typeof it.quantity === 'string' &&
  (it.tool === undefined || (typeof it.tool?.id === 'string' && typeof it.tool.name === 'string'));
