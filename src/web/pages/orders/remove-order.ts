import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { isUnpaid } from '#web/ui/orders/order-filter.ts';

/** `pending`: its payment is still being closed. */
export type Remove = (id: Order['_id']) => Promise<Outcome<{ pending?: boolean | undefined }, ApiFailure>>;

export interface Verdict {
  /** `moved-on`: the order is no longer as listed. `refused`: it is, and may be tried again. */
  readonly kind: 'gone' | 'closing' | 'moved-on' | 'refused';
  /** Known state until the list is loaded again. */
  readonly state?: Pick<Order, 'state'> & Partial<Order>;
  readonly problem?: string;
}

// Milliseconds before each poll: about a minute in all.
const LOOKS: readonly number[] = [1000, 2000, 3000, 5000, 8000, 12_000, 15_000, 15_000];

const PAID_FIRST = 'The payment went through first. This order is paid and stays.';
const UNANSWERED = 'The bank has not answered yet. The shop goes on asking; look again in a few minutes.';

export async function removeOrder(remove: Remove, { _id: id }: Order): Promise<Verdict> {
  const answer = await remove(id);
  if (answer.ok) {
    return answer.value.pending
      ? { kind: 'closing', state: { state: 'cancelling' } }
      : { kind: 'gone', state: { state: 'cancelled' } };
  }
  const { code } = answer.failure;
  if (code === 'already_paid') return { kind: 'moved-on', state: { state: 'paid', paid: true }, problem: PAID_FIRST };
  return { kind: code === 'not_cancellable' ? 'moved-on' : 'refused', problem: failureText(answer.failure) };
}

export interface Watch {
  readonly remove: Remove;
  readonly order: Order;
  readonly wait: (ms: number) => Promise<void>;
  readonly stopped: () => boolean;
}

/**
 * Polls until the payment's end is known: removing again changes nothing and returns the state. A failed poll counts as
 * one poll.
 */
export async function watchRemoval({ remove, order, wait, stopped }: Watch): Promise<Verdict> {
  for (const pause of LOOKS) {
    await wait(pause);
    if (stopped()) break;
    const verdict = await removeOrder(remove, order);
    if (verdict.kind === 'gone' || verdict.kind === 'moved-on') return verdict;
  }
  return { kind: 'closing', problem: UNANSWERED };
}

/** The loaded list with newer states applied; orders that were removed since are left out. */
export function leftOf(loaded: readonly Order[], since: ReadonlyMap<string, Order>): readonly Order[] {
  if (since.size === 0) return loaded;
  return loaded.flatMap((order) => {
    const now = since.get(order._id);
    const isEnded = order.state === 'cancelled';
    if (!now || !(isUnpaid(order) || order.state === 'cancelling' || isEnded)) return [order];
    if (now.state === 'cancelled') return [];
    return [isEnded ? order : now];
  });
}
