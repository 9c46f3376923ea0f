import { useCallback, useEffect, useState } from 'react';
import type { LinkedPromise, WayToPay } from '#model/orders/promise.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { useWhenOnline } from '#web/ui/kernel/use-when-online.ts';
import type { Confirm } from './gateway.ts';
import { type PayEnd, pay } from './pay.ts';
import { payerHere } from './payer.ts';
import { dropPending, readPending, writePending } from './pending-payment.ts';
import { TAKEN_OVER, whyUnpaid } from './promise-reasons.ts';
import { LOOKS, NOT_FINISHED, waitInBrowser } from './watch-order.ts';

/** `message`: why the last try charged nothing. `transactionId`: what may have been charged. `mine`: paid on this page. */
type Phase =
  | { readonly name: 'ready'; readonly message?: string }
  | { readonly name: 'paying' }
  | { readonly name: 'checking' | 'unresolved'; readonly transactionId?: string | undefined }
  | { readonly name: 'settled'; readonly mine: boolean };

/** Between two looks whether somebody else is still paying it. */
const ELSEWHERE_MS = 5000;

/** Nothing is begun any more. */
const OVER = new Set<LinkedPromise['state']>(['expired', 'withdrawn', 'cancelled', 'closed']);

/** Why a payment that was begun charges nothing. */
const UNCHARGED = new Set(['not_payable', 'not_this_payment']);

interface PromisePayment {
  promise: LinkedPromise;
  token: string;
  reload: () => Promise<LinkedPromise | undefined>;
}

/** Pays a promise by its link, and asks until the result is known. */
export function usePromisePayment({ promise, token, reload }: PromisePayment) {
  const { number } = promise;
  const [elsewhere, setElsewhere] = useState(promise.paying);
  const [unreachable, setUnreachable] = useState(false);
  const [phase, setPhase] = useState<Phase>(() => {
    const transactionId = readPending(number);
    if (transactionId) return { name: 'checking', transactionId };
    return promise.state === 'paid' ? { name: 'settled', mine: false } : { name: 'ready' };
  });

  useEffect(() => {
    if (phase.name !== 'checking') return;
    const { transactionId } = phase;
    const stop = new AbortController();
    const watch = async (): Promise<Phase> => {
      for (const pause of LOOKS) {
        await waitInBrowser(pause, stop.signal);
        if (stop.signal.aborted) break;
        const seen = await look(token);
        if (!stop.signal.aborted) setUnreachable(!seen.ok && seen.failure.status === 0);
        const told = transactionId ? await tell(token, transactionId) : undefined;
        if (told?.ok && told.value.paid) return { name: 'settled', mine: true };
        if (told?.ok === false && told.failure.status === 0) continue;
        if (seen.ok && seen.value.state === 'paid') return { name: 'settled', mine: false };
        if (told?.ok && told.value.payable) return { name: 'ready', message: NOT_FINISHED };
        // The shop has closed this payment.
        if (told?.ok === false && told.failure.code === 'not_payable' && seen.ok)
          return { name: 'ready', message: seen.value.paying ? TAKEN_OVER : NOT_FINISHED };
        const over = seen.ok && OVER.has(seen.value.state);
        // A payment that was begun may still be taken after it.
        const begun = transactionId && !(told?.ok === false && UNCHARGED.has(told.failure.code));
        if (over && !begun) return { name: 'ready' };
      }
      return { name: 'unresolved', transactionId };
    };
    void watch().then(async (next) => {
      if (stop.signal.aborted) return;
      // Without a result a reload resumes checking.
      if (next.name !== 'unresolved') dropPending();
      const now = next.name === 'unresolved' ? undefined : await reload();
      if (now?.paying) setElsewhere(true);
      setPhase(next);
    });
    return () => stop.abort();
  }, [phase, token, reload]);

  const waits = phase.name === 'checking' || phase.name === 'unresolved';
  const checkAgain = useCallback(() => setPhase(checkedAnew), []);
  useWhenOnline(waits ? checkAgain : undefined);

  const ready = phase.name === 'ready';
  useEffect(() => {
    if (!elsewhere || !ready) return;
    const stop = new AbortController();
    const watch = async () => {
      while (!stop.signal.aborted) {
        await waitInBrowser(ELSEWHERE_MS, stop.signal);
        const seen = stop.signal.aborted ? undefined : await look(token);
        if (stop.signal.aborted || !seen?.ok || seen.value.paying) continue;
        const now = await reload();
        if (stop.signal.aborted) return;
        setElsewhere(false);
        if (now?.state === 'paid') setPhase({ name: 'settled', mine: false });
      }
    };
    void watch();
    return () => stop.abort();
  }, [elsewhere, ready, token, reload]);

  async function start(confirm: Confirm, asked: WayToPay, payer: { name: string; email: string }) {
    if (!ready || elsewhere) return;
    const { way, amount, waitUntil } = asked;
    setPhase({ name: 'paying' });
    let refused: ApiFailure | undefined;
    const end = await pay({
      begin: async () => {
        const body = { token, payer: payerHere().key, ...payer, way, amount, waitUntil };
        const begun = await api.call('payPromiseLink', { body });
        if (!begun.ok) refused = begun.failure;
        return begun;
      },
      confirm,
      record: (transactionId) => tell(token, transactionId),
      onCharging: (transactionId) => writePending(number, transactionId),
    });
    await settle(end, refused, asked);
  }

  async function settle(end: PayEnd, refused: ApiFailure | undefined, asked: WayToPay) {
    if (refused?.code === 'paying_elsewhere') {
      setElsewhere(true);
      return setPhase({ name: 'ready' });
    }
    if (end.kind === 'checking') {
      if (end.transactionId) writePending(number, end.transactionId);
      return setPhase({ name: 'checking', transactionId: end.transactionId });
    }
    dropPending();
    // The purchase may have been made. Without a connection nothing can be loaded.
    const now = refused?.code === 'unreachable' ? undefined : await reload();
    // Also by somebody else meanwhile.
    if (now?.state === 'paid') return setPhase({ name: 'settled', mine: end.kind === 'paid' && !refused });
    if (end.kind === 'paid') return setPhase({ name: 'checking' });
    if (now?.paying) setElsewhere(true);
    setPhase({ name: 'ready', message: whyUnpaid({ end, refused, asked, promise, now }) });
  }

  return { phase, elsewhere, unreachable, start, checkAgain };
}

const checkedAnew = (now: Phase): Phase =>
  now.name === 'unresolved' || now.name === 'checking' ? { name: 'checking', transactionId: now.transactionId } : now;

/** In short, what has become of it. */
export const look = (token: string) => api.call('watchPromiseLink', { body: { token, payer: payerHere().key } });

const tell = (token: string, transactionId: string) =>
  api.call('confirmPromisePayment', { body: { token, transactionId } });
