import { useEffect, useState } from 'react';
import type { StockWatch } from '#model/orders/stock-watch.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';

export type Watch = ReturnType<typeof useWatch>;

/**
 * Whether the customer is told when pieces of the tool are here.
 * @param onHere called when they are here already
 */
export function useWatch(id: string, customer: boolean, onHere: () => void) {
  const [known, setKnown] = useState<StockWatch>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Whether it was asked for in vain, because nothing may be mailed to the address yet. */
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!customer) return;
    let current = true;
    const ask = async () => {
      const answer = await api.call('getWatch', { params: { id } });
      if (current && answer.ok) setKnown(answer.value);
    };
    void ask();
    return () => {
      current = false;
    };
  }, [id, customer]);
  // The link that confirms the address opens elsewhere.
  useBackToTab(refused, async () => {
    const answer = await api.call('getWatch', { params: { id } });
    if (!answer.ok) return;
    setKnown(answer.value);
    setRefused(answer.value.state === 'unconfirmed');
  });

  async function set(pieces: number) {
    setProblem(undefined);
    if (known?.state === 'unconfirmed') return setRefused(true);
    setBusy(true);
    const answer = await api.call('setWatch', { params: { id }, body: { pieces } });
    setBusy(false);
    if (!answer.ok && answer.failure.code === 'watch_unconfirmed') setRefused(true);
    else if (!answer.ok) setProblem(failureText(answer.failure));
    else if (answer.value.here) onHere();
    else setKnown({ state: 'open', pieces });
  }

  async function undo() {
    setProblem(undefined);
    setBusy(true);
    const answer = await api.call('endWatch', { params: { id } });
    setBusy(false);
    if (answer.ok) setKnown((before) => before && { ...before, pieces: null });
    else setProblem(failureText(answer.failure));
  }

  return { known, busy, problem, refused, set, undo };
}
