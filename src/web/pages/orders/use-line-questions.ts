import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { waitingSum } from '#web/ui/orders/refund-sum.ts';
import { pageHeading } from '../kernel/page-heading.ts';

const LOOK_AGAIN_MS = 3_000;
const PAID_FIRST = 'The payment went through first. This purchase is paid, and all its tools stay.';

/** Cancels lines of an unpaid purchase after a question, all or none. */
export function useDropLines({ id, state }: Purchase) {
  const { revalidate } = useRevalidator();
  useLookAgain(state === 'changing' || state === 'cancelling', () => void revalidate());
  return useQuestion<{ lines: readonly Order[] }>(async ({ lines }) => {
    const drop = lines.map(({ _id }) => _id);
    const answer = await api.call('changePurchase', { params: { id }, body: { drop } });
    if (!answer.ok) return answer.failure.code === 'already_paid' ? PAID_FIRST : failureText(answer.failure);
    if (!answer.value.pending) showToast({ tone: 'success', text: `${manyTools(drop.length)} cancelled.` });
    return undefined;
  });
}

interface Waiting {
  readonly line: Order;
  readonly pieces: number;
  /** In dollars, as it is shown. */
  readonly amount: number;
  readonly key: string;
}

/** Cancels the pieces of a paid line that wait for a delivery, after a question that says what goes back. */
export function useCancelWaiting(purchase: Purchase) {
  const { id } = purchase;
  const { ask, ...question } = useQuestion<Waiting>(async ({ line, pieces, amount, key }) => {
    const body = { lines: [{ order: line._id, pieces }], amount };
    const answer = await api.call('cancelWaiting', { params: { id }, headers: { 'idempotency-key': key }, body });
    if (!answer.ok) return failureText(answer.failure);
    const text = `${formatDollars(amount)} goes back to the ${paidFrom(line.transactionId)} that it came from.`;
    showToast({ tone: 'success', text });
    return undefined;
  });
  return {
    ...question,
    ask(line: Order) {
      const pieces = line.waiting?.pieces ?? 0;
      const amount = waitingSum(purchase, line);
      ask({ line, pieces, amount, key: crypto.randomUUID() });
    },
  };
}

/** Says that the pieces of a line keep waiting for a delivery that comes later. */
export function useKeepWaiting({ id }: Purchase) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    ...{ busy, problem },
    async keep({ _id, waiting }: Order) {
      if (busy || !waiting) return;
      setBusy(true);
      const lines = [{ order: _id, day: waiting.date }];
      const answer = await api.call('keepWaiting', { params: { id }, body: { lines } });
      setProblem(answer.ok ? undefined : failureText(answer.failure));
      await revalidate();
      setBusy(false);
      if (!answer.ok) return;
      showToast({ tone: 'success', text: `Kept. It waits for ${formatDeliveryDay(waiting.date)}.` });
      // The button that was pressed goes with the question.
      pageHeading()?.focus();
    },
  };
}

/** @param act does what was asked about; returns why it did not */
function useQuestion<About extends object>(act: (about: About) => Promise<string | undefined>) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<About & { open: boolean }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const done = useRef(false);

  async function confirm() {
    if (!asked || busy) return;
    setBusy(true);
    setProblem(undefined);
    const why = await act(asked);
    setBusy(false);
    done.current = why === undefined;
    setProblem(why);
    await revalidate();
    setAsked({ ...asked, open: false });
  }

  return {
    problem,
    ask(about: About) {
      done.current = false;
      setAsked({ ...about, open: true });
    },
    question: asked && {
      ...asked,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      // The button that asked goes with what was cancelled.
      finalFocus: () => (done.current ? pageHeading() : null),
    },
  };
}

/** While its payment is being closed: the provider's answer decides. */
function useLookAgain(waits: boolean, look: () => void) {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits]);
}
