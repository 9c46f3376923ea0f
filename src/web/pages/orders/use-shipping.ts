import { useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api, signOut } from '#web/api/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';

/**
 * Orders as loaded, with those that were marked shipped here since. A row that was just touched keeps its place in the
 * tab where it stood until `settle`, so that it does not vanish under the pointer.
 */
export function useShipping(loaded: readonly Order[]) {
  const [shipped, setShipped] = useState<ReadonlyMap<string, string>>(new Map());
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  async function ship({ _id: id }: Order, button: Element) {
    const row = button.closest<HTMLElement>('tr');
    setBusy((ids) => new Set(ids).add(id));
    setProblems((all) => new Map([...all].filter(([other]) => other !== id)));
    const answer = await leaveWhenRefused(await api.call('shipOrder', { params: { id } }));
    setBusy((ids) => new Set([...ids].filter((other) => other !== id)));
    if (answer.ok) {
      keepFocusIn(row);
      setTouched((ids) => new Set(ids).add(id));
      setShipped((all) => new Map(all).set(id, new Date().toISOString()));
    } else {
      setProblems((all) => new Map(all).set(id, answer.failure.detail));
    }
  }

  const orders = loaded.map((order): Order => {
    const shippedAt = order.state === 'paid' ? shipped.get(order._id) : undefined;
    return shippedAt ? { ...order, state: 'shipped', shipping: true, shippedAt } : order;
  });
  return { orders, touched, busy, problems, ship, settle: () => setTouched(new Set()) };
}

/** The button goes: the focus stays in its row instead of getting lost. */
function keepFocusIn(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}

/** A 403 here means that this person is no admin any more: the session ends, and they are told why. */
export async function leaveWhenRefused<T>(answer: Outcome<T, ApiFailure>): Promise<Outcome<T, ApiFailure>> {
  if (!answer.ok && answer.failure.status === 403) {
    showToast({ tone: 'danger', text: 'Only admins may see all orders.' });
    await signOut('refused');
  }
  return answer;
}
