import { useEffect, useSyncExternalStore } from 'react';
import {
  changeOf,
  joinLists,
  type OwnList,
  ownOf,
  type SavedList,
  sameLines,
  stillUnsaved,
  withOthers,
  withUnsaved,
} from '#model/orders/own-list.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api, currentSession } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { forgetOwnList, onStorage } from '#web/ui/kernel/use-listed.ts';
import { keepOwnList, keepVisitorsList, ownList, takeEndedList, visitorsList } from './kept-list.ts';

/** The list of whoever is signed in, between this browser and the shop. */
interface Saving {
  /** The shop has answered with the list since the page was loaded or somebody signed in. */
  readonly read: boolean;
  /** `retrying`: by itself; `failed`: once somebody asks for it. */
  readonly trouble: 'retrying' | 'failed' | undefined;
  /** Why the list has not come. */
  readonly missing: ApiFailure | undefined;
  /** What another device has made of the list while it is on the screen. */
  readonly elsewhere: SavedList | undefined;
}

const QUIET: Saving = { read: false, trouble: undefined, missing: undefined, elsewhere: undefined };
const WAITS_MS = [2_000, 5_000, 15_000];
const GUARDS_MS = 1_000;

let saving = QUIET;
let shown = 0;
let started = false;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let starting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function say(its: Partial<Saving>): void {
  saving = { ...saving, ...its };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called for the customer who is signed in, each time that becomes known. */
export function startList(): void {
  tries = 0;
  say(QUIET);
  // Another person was here, whose end this browser has not heard of.
  const own = ownList();
  if (own && own.of !== customer()) forgetOwnList();
  if (!started) {
    started = true;
    addEventListener('online', () => saving.trouble && retry());
    onStorage(() => {
      // Another tab may have saved what this one could not.
      if (ownList()?.unsaved.length ? saving.trouble !== 'retrying' : saving.trouble) void inTurn(save);
    });
  }
  // A page that lets nobody but admins in ends the session first.
  clearTimeout(starting);
  starting = setTimeout(start, shown > 0 ? 0 : GUARDS_MS);
}

function start(): void {
  clearTimeout(starting);
  starting = undefined;
  void inTurn((uid) => load(uid, true));
}

/** How saving goes, for the page that shows the list. */
export function useSaving(): Saving & { retry: () => void; showElsewhere: () => void } {
  const now = useSyncExternalStore(
    subscribe,
    () => saving,
    () => QUIET,
  );
  useEffect(() => {
    shown += 1;
    if (starting) start();
    return () => {
      shown -= 1;
      adopt();
    };
  }, []);
  // What is tried again by itself needs no return to the tab, which would use up its tries.
  useBackToTab(customer() !== undefined && now.trouble !== 'retrying', () => void inTurn(load));
  return { ...now, retry, showElsewhere: adopt };
}

function retry(): void {
  tries = 0;
  void inTurn(ownList() && saving.read ? save : load);
}

/** One tab after the other, so that the second finds what the first has done. */
const inTurn = (work: (uid: string) => Promise<void>): Promise<void> =>
  navigator.locks.request('order-list', async () => {
    const uid = customer();
    if (uid) await work(uid);
  });

function customer(): string | undefined {
  const session = currentSession();
  return session.status === 'signed-in' && session.admin === false ? session.user.uid : undefined;
}

/** @param first nobody has read the list that this browser had */
async function load(uid: string, first = false): Promise<void> {
  const answer = await api.call('getOrderList', {});
  if (customer() !== uid) return;
  const own = ownList();
  if (!answer.ok) {
    const isShown = own?.of === uid && own.unsaved.length === 0 && (own.lines.length > 0 || saving.read);
    return isShown ? undefined : fail(answer.failure, load);
  }
  tries = 0;
  const unseen = first || (own?.lines.length === 0 && !saving.read);
  say({ read: true, missing: undefined, trouble: undefined });
  const ended = takeEndedList(uid);
  const mine = own?.of === uid ? own : ownOf(uid, answer.value);
  const now = ended ? withOthers(mine, ended) : mine;
  if (own === mine) takeOver(answer.value, now, unseen);
  else join(now);
  await save(uid);
}

function join(mine: OwnList): void {
  const { own, both, left } = joinLists(mine, visitorsList());
  keepOwnList(own);
  keepVisitorsList(left);
  const were = both === 1 ? '1 tool was' : `${both} tools were`;
  if (both > 0) showToast({ tone: 'success', text: `${were} already in your order list.` });
  const [did, them] = left.length === 1 ? ['1 tool did', 'it'] : [`${left.length} tools did`, 'them'];
  if (left.length > 0)
    showToast({ tone: 'danger', text: `${did} not fit into your order list. Log out to see ${them}.` });
}

async function save(uid: string): Promise<void> {
  const own = ownList();
  if (own?.of !== uid) return;
  if (own.unsaved.length === 0) {
    if (saving.trouble) say({ trouble: undefined });
    return;
  }
  const sent = changeOf(own);
  const answer = await api.call('changeOrderList', { body: sent });
  const now = ownList();
  if (customer() !== uid || now?.of !== uid) return;
  if (!answer.ok)
    return answer.failure.code === 'order_list_full' ? giveUp(uid, now, answer.failure) : fail(answer.failure, save);
  tries = 0;
  say({ read: true, missing: undefined, trouble: undefined });
  takeOver(answer.value, { ...now, unsaved: stillUnsaved(now, sent) });
  await save(uid);
}

/** While the page of the list is open, nothing on it changes by itself. */
function takeOver(saved: SavedList, own: OwnList, first = false): void {
  const merged = withUnsaved(saved, own);
  const quiet = first || shown === 0 || sameLines(merged.lines, own.lines);
  say({ elsewhere: quiet ? undefined : saved });
  keepOwnList(quiet ? merged : own);
}

function adopt(): void {
  const own = ownList();
  if (own && saving.elsewhere) keepOwnList(withUnsaved(saving.elsewhere, own));
  say({ elsewhere: undefined });
}

/** Another device has filled the list: what did not fit any more is taken back. */
function giveUp(uid: string, own: OwnList, why: ApiFailure): Promise<void> {
  keepOwnList({ ...own, unsaved: [] });
  showToast({ tone: 'danger', text: failureText(why) });
  return load(uid);
}

function fail(why: ApiFailure, again: typeof load): void {
  const wait = WAITS_MS[tries];
  tries += 1;
  say({ trouble: wait === undefined ? 'failed' : 'retrying', missing: again === load ? why : saving.missing });
  clearTimeout(timer);
  if (wait !== undefined) timer = setTimeout(() => void inTurn(again), wait);
}
