import { Email } from '#model/kernel/email.ts';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ORDER_TABS, type OrderTab } from '#web/ui/orders/order-filter.ts';
import { leaveWhenRefused } from './use-shipping.ts';

/** The newest orders of each tab, oldest first. */
export interface LoadedOrders {
  readonly orders: readonly Order[];
  /** Where the orders of a tab go on that are earlier than these; absent where all are here. */
  readonly earlier: Partial<Record<OrderTab, string>>;
}

/** The newest orders, few enough to show soon; `loadRest` has those that the page shows with them. */
export const loadOrders = (): Promise<Outcome<LoadedOrders, ApiFailure>> =>
  loadEarlier('all', { limit: SCREEN.firstRows });

/**
 * What follows the newest orders without a press. Where these are not all either, the newest of each tab too: what
 * waits for somebody may be old.
 * @param before where the first orders end
 */
export async function loadRest(before: string): Promise<Outcome<LoadedOrders, ApiFailure>> {
  const rest = await loadEarlier('all', { before, limit: SCREEN.listRows - SCREEN.firstRows });
  if (!rest.ok || !rest.value.earlier.all) return rest;
  let loaded = rest.value;
  for (const page of await Promise.all(ORDER_TABS.filter((tab) => tab !== 'all').map((tab) => loadEarlier(tab)))) {
    if (!page.ok) return page;
    loaded = together(loaded, page.value);
  }
  return success(loaded);
}

/** A page of the orders of a tab. @param before where it begins; without it with the newest */
export async function loadEarlier(
  tab: OrderTab,
  { before, limit = SCREEN.listRows }: { before?: string; limit?: number } = {},
): Promise<Outcome<LoadedOrders, ApiFailure>> {
  const query = { ...(tab !== 'all' && { status: tab }), ...(before && { before }), limit: String(limit) };
  const answer = await api.call('listOrders', { query });
  const page = await leaveWhenRefused(answer);
  if (!page.ok || !answer.ok) return page as Outcome<never, ApiFailure>;
  const { next } = answer.list;
  return success({ orders: page.value, earlier: next ? { [tab]: next } : {} });
}

/** The orders that a search means when it is the id of one, short or whole, or the e-mail of a customer; none when it is neither. */
export async function lookForOrders(
  words: string,
  signal: AbortSignal,
): Promise<Outcome<readonly Order[], ApiFailure>> {
  const of = [OrderId, ShortOrderId, Email].map((kind) => kind.safeParse(words.trim())).find((it) => it.success)?.data;
  if (of === undefined) return success([]);
  return leaveWhenRefused(await api.call('listOrders', { query: { of }, signal }));
}

/** Two lists as one, each order once, oldest first. */
export function together(one: LoadedOrders, other: LoadedOrders): LoadedOrders {
  const all = new Map([...one.orders, ...other.orders].map((order) => [order._id, order]));
  const orders = [...all.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { orders, earlier: { ...one.earlier, ...other.earlier } };
}
