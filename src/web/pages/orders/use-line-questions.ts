import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { waitingSum } from '#web/ui/orders/refund-sum.ts';
import { pageHeading } from '../kernel/page-heading.ts';
import { useReload } from '../kernel/use-reload.ts';

/** Longer each time, so that an answer that takes its time is not asked for anew before it is there. */
const LOOK_AGAIN_MS = { first: 3_000, most: 30_000 };
export const PAID_FIRST = 'The payment went through first. This purchase is paid, and all its tools stay.';

export type LineWord = ReturnType<typeof useLineWord>;

/** Why the last thing that was wanted of a purchase's lines was not done; it stands at the lines and takes the focus. */
export function useLineWord() {
  const [text, setText] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  return { text, say: setText, place };
}

/** Cancels lines of an unpaid purchase after a question, all or none. */
export function useDropLines({ id, state }: Purchase, word: LineWord) {
  const reload = useReload();
  useLookAgain(isClosing(state), () => void reload());
  return useQuestion<{ lines: readonly Order[] }>(word, async ({ lines }) => {
    const drop = lines.map(({ _id }) => _id);
    const answer = await api.call('changePurchase', { params: { id }, body: { drop } });
    if (!answer.ok && answer.failure.code === 'already_paid') return { why: PAID_FIRST };
    const end = await settle(id, answer, {
      isDone: ({ state, lines }) =>
        isClosing(state) || lines.every((line) => line.state === 'cancelled' || !drop.includes(line._id)),
      unchanged: ({ state }) => (state === 'paid' ? PAID_FIRST : NOTHING_CANCELLED),
      what: `${manyTools(drop.length)} ${drop.length === 1 ? 'was' : 'were'} cancelled`,
    });
    if (end.why) return end;
    const pending = end.now ? isClosing(end.now.state) : answer.ok && answer.value.pending;
    if (!pending) showToast({ tone: 'success', text: `${manyTools(drop.length)} cancelled.` });
    return end;
  });
}

const isClosing = (state: Purchase['state']): boolean => state === 'changing' || state === 'cancelling';

interface Waiting {
  readonly line: Order;
  readonly pieces: number;
  /** In dollars, as it is shown. */
  readonly amount: number;
  readonly key: string;
}

/** Cancels the pieces of a paid line that wait for a delivery, after a question that says what goes back. */
export function useCancelWaiting(purchase: Purchase, word: LineWord) {
  const { id } = purchase;
  const { ask, ...question } = useQuestion<Waiting>(word, async ({ line, pieces, amount, key }) => {
    const body = { lines: [{ order: line._id, pieces }], amount };
    const answer = await api.call('cancelWaiting', { params: { id }, headers: { 'idempotency-key': key }, body });
    const gone = (line.given_up ?? 0) + pieces;
    const end = await settle(id, answer, {
      isDone: ({ lines }) => (lines.find(({ _id }) => _id === line._id)?.given_up ?? 0) >= gone,
      unchanged: () => NOTHING_CANCELLED,
      what: `${manyPieces(pieces)} ${pieces === 1 ? 'was' : 'were'} cancelled`,
    });
    if (end.why) return end;
    const text = `${formatDollars(amount)} goes back to the ${paidFrom(line.transactionId)} that it came from.`;
    showToast({ tone: 'success', text });
    return end;
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
export function useKeepWaiting({ id }: Purchase, word: LineWord) {
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async keep({ _id, waiting }: Order) {
      if (busy || !waiting) return;
      setBusy(true);
      word.say(undefined);
      const lines = [{ order: _id, day: waiting.date }];
      const answer = await api.call('keepWaiting', { params: { id }, body: { lines } });
      const { why, unseen } = await settle(id, answer, {
        isDone: ({ lines }) => lines.some((line) => line._id === _id && line.waiting && !line.waiting.answer_by),
        unchanged: () => 'The shop did not answer. Your yes is not there yet; try again.',
        what: 'your yes has arrived',
      });
      if (!unseen) await reload();
      setBusy(false);
      if (why) {
        flushSync(() => word.say(why));
        word.place.current?.focus();
        return;
      }
      const { date, undated } = waiting;
      const text = undated ? 'Kept. It goes on waiting.' : `Kept. It waits for ${formatDeliveryDay(date)}.`;
      showToast({ tone: 'success', text });
      // The button that was pressed goes with the question.
      pageHeading()?.focus();
    },
  };
}

const UNREACHABLE = 'The shop cannot be reached';
const LOOK_LATER = 'Check your connection, then load this page again to see.';
const NOTHING_CANCELLED = 'The shop did not answer. Nothing is cancelled so far; try again.';

interface Change {
  /** Whether the purchase shows that it was made. */
  isDone: (now: Purchase) => boolean;
  /** What is said where it was not. */
  unchanged: (now: Purchase) => string;
  /** "2 tools were cancelled" */
  what: string;
}

interface End {
  /** Why it was not made, or that this is not known. */
  why?: string;
  /** The purchase, where it had to tell. */
  now?: Purchase;
  /** Whether it could not be asked either: loading the page again would fail, too. */
  unseen?: true;
}

/** How a change of a purchase ended. Where the answer is lost, the purchase as it is now tells. */
export async function settle(
  id: Purchase['id'],
  answer: Outcome<unknown, ApiFailure>,
  { isDone, unchanged, what }: Change,
): Promise<End> {
  if (answer.ok) return {};
  const { status } = answer.failure;
  if (status !== 0 && status < 500) return { why: failureText(answer.failure) };
  const seen = await api.call('getPurchase', { params: { id } });
  if (!seen.ok) return { why: `${UNREACHABLE}, so it is not known whether ${what}. ${LOOK_LATER}`, unseen: true };
  return isDone(seen.value) ? { now: seen.value } : { why: unchanged(seen.value) };
}

/** @param act does what was asked about */
function useQuestion<About extends object>(word: LineWord, act: (about: About) => Promise<End>) {
  const reload = useReload();
  const [asked, setAsked] = useState<About & { open: boolean }>();
  const [busy, setBusy] = useState(false);
  const ended = useRef<'done' | 'failed'>(undefined);

  async function confirm() {
    if (!asked || busy) return;
    setBusy(true);
    word.say(undefined);
    const { why, unseen } = await act(asked);
    ended.current = why ? 'failed' : 'done';
    if (!unseen) await reload();
    setBusy(false);
    word.say(why);
    setAsked({ ...asked, open: false });
  }

  return {
    ask(about: About) {
      ended.current = undefined;
      setAsked({ ...about, open: true });
    },
    question: asked && {
      ...asked,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      // The button that asked goes with what was cancelled.
      finalFocus: () =>
        ended.current === 'done' ? pageHeading() : ended.current === 'failed' ? word.place.current : null,
    },
  };
}

/** While its payment is being closed: the provider's answer decides. */
function useLookAgain(waits: boolean, look: () => void) {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!waits) return;
    let timer: ReturnType<typeof setTimeout>;
    const lookIn = (ms: number) => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') lookNow();
        lookIn(Math.min(ms * 1.5, LOOK_AGAIN_MS.most));
      }, ms);
    };
    lookIn(LOOK_AGAIN_MS.first);
    return () => clearTimeout(timer);
  }, [waits]);
}
