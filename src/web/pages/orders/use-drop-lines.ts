import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order, Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { pageHeading } from '../kernel/page-heading.ts';

const LOOK_AGAIN_MS = 3_000;

/** Cancels lines of an unpaid purchase after a question, all or none. */
export function useDropLines({ id, state }: Purchase) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<{ lines: readonly Order[]; open: boolean }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const done = useRef(false);
  useLookAgain(state === 'changing' || state === 'cancelling', () => void revalidate());

  async function confirm() {
    if (!asked || busy) return;
    setBusy(true);
    setProblem(undefined);
    const drop = asked.lines.map(({ _id }) => _id);
    const answer = await api.call('changePurchase', { params: { id }, body: { drop } });
    setBusy(false);
    done.current = answer.ok;
    if (!answer.ok) setProblem(answer.failure.code === 'already_paid' ? PAID_FIRST : failureText(answer.failure));
    else if (!answer.value.pending) showToast({ tone: 'success', text: `${manyTools(drop.length)} cancelled.` });
    await revalidate();
    setAsked({ ...asked, open: false });
  }

  return {
    problem,
    ask(lines: readonly Order[]) {
      done.current = false;
      setAsked({ lines, open: true });
    },
    question: asked && {
      ...asked,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      // The button that asked goes with what was chosen.
      finalFocus: () => (done.current ? pageHeading() : null),
    },
  };
}

const PAID_FIRST = 'The payment went through first. This purchase is paid, and all its tools stay.';

/** While its payment is being closed: the provider's answer decides. */
function useLookAgain(waits: boolean, look: () => void) {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits]);
}
