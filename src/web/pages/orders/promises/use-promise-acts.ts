import { useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { type ListLine, lineOf, putBack } from '#model/orders/order-list.ts';
import type { PricePromise, PromiseLine, WayToPay } from '#model/orders/promise.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { refusedText } from '#web/ui/orders/promise-words.ts';
import { promisePage } from '#web/ui/orders/purchase-link.ts';
import { pageHeading } from '../../kernel/page-heading.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { keepList, keptList } from '../lists/kept-list.ts';
import { renewPromise } from './make-promise.ts';

export type PromiseActs = ReturnType<typeof usePromiseActs>;

const TOAST_SECONDS = 8;

/** What its customer can do with a promise. After each failure it is loaded again, for it may have changed. */
export function usePromiseActs(promise: PricePromise, user: SignedIn) {
  const { number, lines } = promise;
  const navigate = useNavigate();
  const reload = useReload();
  const [busy, setBusy] = useState<'order' | 'withdraw' | 'hold'>();
  const [problem, setProblem] = useState<string>();
  const [withdrawing, setWithdrawing] = useState(false);
  const answered = useRef(false);

  function start(what: typeof busy): boolean {
    if (busy) return false;
    setBusy(what);
    setProblem(undefined);
    return true;
  }
  const problemOf = (failure: ApiFailure) =>
    failure.code === 'lines_refused' && failure.lines
      ? `${refusedText(failure.lines, lines)} Nothing was ordered.`
      : failureText(failure);
  async function fail(failure: ApiFailure) {
    await reload();
    setBusy(undefined);
    setProblem(problemOf(failure));
  }

  return {
    busy,
    problem,
    withdrawing,
    askToWithdraw(open: boolean) {
      answered.current = false;
      setWithdrawing(open);
    },
    /** The button that asked may go. */
    focusAfterWithdrawing: () => (answered.current ? pageHeading() : null),
    async order({ way, amount, waitUntil }: WayToPay) {
      if (!start('order')) return;
      const answer = await api.call('orderPromise', { params: { number }, body: { way, amount, waitUntil } });
      if (!answer.ok) return fail(answer.failure);
      await navigate(href('/dashboard/payment/:orderId', { orderId: answer.value.id }));
    },
    async withdraw() {
      if (!start('withdraw')) return;
      const answer = await api.call('withdrawPromise', { params: { number } });
      answered.current = true;
      setWithdrawing(false);
      if (!answer.ok) return fail(answer.failure);
      await reload();
      setBusy(undefined);
      showToast({ tone: 'success', text: `${number} is withdrawn.` });
    },
    async hold() {
      if (!start('hold')) return;
      const made = await renewPromise(user.uid, promise);
      if (!made.ok) return fail(made.failure);
      await navigate(promisePage(made.value));
    },
    putBack() {
      const list = withPromised(keptList(), lines, Date.now());
      if (!list) {
        const text = `Your order list has room for ${MAX_PURCHASE_LINES} tools, and these would not all fit.`;
        return showToast({ tone: 'danger', text });
      }
      keepList(list);
      showToast({
        ...{ tone: 'success', text: `${manyTools(lines.length)} put back into order list.`, kind: 'order-list' },
        action: {
          label: 'Open order list',
          onPress: () => void navigate(href('/order-list')),
          seconds: TOAST_SECONDS,
        },
      });
    },
  };
}

/**
 * The list with the lines of a promise, at the prices that were promised: what has risen since is asked about there. Where
 * a tool is in both, the larger quantity stays. Undefined when not all of them fit.
 */
export function withPromised(
  list: readonly ListLine[],
  promised: readonly PromiseLine[],
  now: number,
): ListLine[] | undefined {
  const since = Math.max(now, ...list.map(({ addedAt }) => addedAt + 1));
  const lines = promised.flatMap((line, place): ListLine[] => {
    const { tools_id: tool, tools_name: name, quantity, each: seenPrice } = line;
    const there = lineOf(list, tool);
    if (there && there.quantity >= quantity) return [];
    return [{ tool, name, quantity, seenPrice, addedAt: there?.addedAt ?? since + place }];
  });
  const whole = putBack(list, lines);
  return whole.length > MAX_PURCHASE_LINES ? undefined : whole;
}
