import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { isUnpaid } from '#web/ui/orders/order-filter.ts';

/** Asks the shop to remove an order. `pending`: its payment is still being closed. */
export type Remove = (id: Order['_id']) => Promise<Outcome<{ pending?: boolean | undefined }, ApiFailure>>;

/** What came of asking the shop to remove an order. */
export interface Verdict {
  /** `moved-on`: the order is no longer what the list shows. `refused`: it is, and it may be tried again. */
  readonly kind: 'gone' | 'closing' | 'moved-on' | 'refused';
  /** What is known of the order until the list is loaded again. */
  readonly state?: Pick<Order, 'state'> & Partial<Order>;
  /** A sentence for the order's row. */
  readonly problem?: string;
}

// Before each look, in milliseconds: about a minute in all.
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
  const { code, detail } = answer.failure;
  if (code === 'already_paid') return { kind: 'moved-on', state: { state: 'paid', paid: true }, problem: PAID_FIRST };
  return { kind: code === 'not_cancellable' ? 'moved-on' : 'refused', problem: detail };
}

export interface Watch {
  readonly remove: Remove;
  readonly order: Order;
  readonly wait: (ms: number) => Promise<void>;
  readonly stopped: () => boolean;
}

/**
 * Asks for an order that is being removed until its payment's end is known: to remove it once more changes nothing and
 * answers how it stands. A look that fails is one look less, nothing else.
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

/**
 * A loaded list with what is known since: an order that is unpaid or being cancelled is shown as it was last heard of,
 * and leaves when it is cancelled.
 */
export function leftOf(loaded: readonly Order[], since: ReadonlyMap<string, Order>): readonly Order[] {
  if (since.size === 0) return loaded;
  return loaded
    .map((order) => (isUnpaid(order) || order.state === 'cancelling' ? (since.get(order._id) ?? order) : order))
    .filter((order) => order.state !== 'cancelled');
}
