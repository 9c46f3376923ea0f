import { useRef, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { orderName } from '#web/ui/orders/order-name.ts';
import { pageHeading } from '../kernel/page-heading.ts';
import { useReload } from '../kernel/use-reload.ts';
import { useThere } from '../kernel/use-there.ts';
import { leftOf, type Remove, removeOrder, type Verdict, watchRemoval } from './remove-order.ts';

/**
 * Removes unpaid orders after a question. An order stays listed until the shop confirms: with the reason when refused,
 * as being cancelled while its payment is being closed.
 */
export function useRemoval(remove: Remove, loaded: readonly Order[]) {
  const reload = useReload();
  const [asked, setAsked] = useState<{ order: Order; row: Element | null; open: boolean }>();
  const [busy, setBusy] = useState(false);
  const [since, setSince] = useState<ReadonlyMap<string, Order>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const focusNext = useRef<Element | null>(undefined);
  const there = useThere();

  async function confirm() {
    if (!asked || busy) return;
    const { order, row } = asked;
    setBusy(true);
    setProblems((all) => new Map([...all].filter(([id]) => id !== order._id)));
    const verdict = await removeOrder(remove, order);
    if (!there.current) return tellLate(order, verdict);
    focusNext.current = nextFocus(verdict, row);
    setBusy(false);
    setAsked({ order, row, open: false });
    conclude(order, verdict);
    if (verdict.kind !== 'closing') return;
    const last = await watchRemoval({ remove, order, wait, stopped: () => !there.current });
    if (!there.current) return;
    if (row?.contains(document.activeElement)) focusOn(nextFocus(last, row))?.focus({ preventScroll: true });
    conclude(order, last);
  }

  function conclude(order: Order, verdict: Verdict) {
    if (verdict.state) setSince((all) => new Map(all).set(order._id, { ...order, ...verdict.state }));
    const { problem } = verdict;
    if (problem) setProblems((all) => new Map(all).set(order._id, problem));
    if (verdict.kind === 'gone') showToast({ tone: 'success', text: 'Deleted!' });
    if (verdict.kind === 'gone' || verdict.kind === 'moved-on') void reload();
  }

  return {
    orders: leftOf(loaded, since),
    problems,
    /** Such an order stays in a filtered list. */
    concerns: (order: Order) => order.state === 'cancelling' || problems.has(order._id),
    ask(order: Order, button: Element) {
      focusNext.current = undefined;
      setAsked({ order, row: button.closest('tr'), open: true });
    },
    question: asked && {
      order: asked.order,
      open: asked.open,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      finalFocus: () => focusOn(focusNext.current),
    },
  };
}

/** Its list was left meanwhile. */
function tellLate(order: Order, { problem }: Verdict): void {
  if (problem) showToast({ tone: 'danger', text: `${orderName(order)}: ${problem}` });
}

/** Undefined while the button that asked remains. */
function nextFocus({ kind }: Verdict, row: Element | null): Element | null | undefined {
  if (kind === 'gone') return neighbourOf(row);
  return kind === 'refused' ? undefined : row;
}

/** The row, or the page's heading when it is gone. */
function focusOn(row: Element | null | undefined): HTMLElement | null {
  if (row === undefined) return null;
  if (!(row instanceof HTMLElement && row.isConnected)) return pageHeading();
  row.tabIndex = -1;
  return row;
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The next row or the one before, which may be of another group. */
function neighbourOf(row: Element | null): Element | null {
  const rows: Element[] = [...(row?.closest('table')?.querySelectorAll('tbody > tr') ?? [])];
  const at = row ? rows.indexOf(row) : -1;
  return at < 0 ? null : (rows[at + 1] ?? rows[at - 1] ?? null);
}
