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

type Entries = KeptPad['entries'];

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

/**
 * Takes a change of the pad back. Where something else was written on it since, that stays, and what the change took
 * comes below it.
 * @param before the pad before the change
 * @param after the pad as the change left it
 */
export function takeBack(before: KeptPad, after: KeptPad): void {
  const { text, answers, leftOver, entries } = keptPad();
  const [same, sameEntries] = [text === after.text, isSame(entries, after.entries)];
  keepPad({
    tab: before.tab,
    text: same ? before.text : [text.trimEnd(), linesGone(before.text, after.text)].filter(Boolean).join('\n'),
    answers: new Map([...before.answers, ...(same ? [] : answers)]),
    leftOver: same ? before.leftOver : leftOver,
    entries: sameEntries ? before.entries : withGone(entries, before.entries, after.entries),
  });
}

/** Of equal lines each is one. */
function linesGone(before: string, after: string): string {
  const left = after.split('\n').map((line) => line.trim());
  const gone = before.split('\n').filter((line) => {
    const at = left.indexOf(line.trim());
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return gone.join('\n');
}

function withGone(now: Entries, before: Entries, after: Entries): Entries {
  const gone = before.filter((entry) => !after.some((it) => isSame(it, entry)));
  return [...now, ...gone]
    .filter(({ tool, typed }) => tool || typed !== '')
    .map((entry, at) => ({ ...entry, key: `${at + 1}` }));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

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
