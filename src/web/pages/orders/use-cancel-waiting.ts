import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { refundSum } from '#web/ui/orders/refund-sum.ts';
import { pageHeading } from '../kernel/page-heading.ts';

interface AskedAbout {
  readonly line: Order;
  readonly pieces: number;
  /** In dollars, as it is shown. */
  readonly amount: number;
  readonly key: string;
  readonly open: boolean;
}

/** Cancels the pieces of a paid line that wait for a delivery, after a question that says what goes back. */
export function useCancelWaiting({ id, lines }: Purchase) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<AskedAbout>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const done = useRef(false);

  async function confirm() {
    if (!asked || busy) return;
    const { line, pieces, amount, key } = asked;
    setBusy(true);
    setProblem(undefined);
    const body = { lines: [{ order: line._id, pieces }], amount };
    const answer = await api.call('cancelWaiting', { params: { id }, headers: { 'idempotency-key': key }, body });
    setBusy(false);
    done.current = answer.ok;
    if (answer.ok)
      showToast({
        tone: 'success',
        text: `${formatDollars(amount)} goes back to your ${paidFrom(line.transactionId)}.`,
      });
    else setProblem(failureText(answer.failure));
    await revalidate();
    setAsked({ ...asked, open: false });
  }

  return {
    problem,
    ask(line: Order) {
      const pieces = line.waiting?.pieces ?? 0;
      const amount = refundSum(lines, [{ order: line._id, pieces }]);
      done.current = false;
      setAsked({ line, pieces, amount, key: crypto.randomUUID(), open: true });
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
