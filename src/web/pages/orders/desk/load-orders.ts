import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { Order } from '#model/orders/order.ts';
import { OrderSearch } from '#model/orders/order-search.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ORDER_TABS, type OrderTab } from '#web/ui/orders/order-filter.ts';
import { joined, type ListKind } from '../../kernel/use-list.ts';
import { leaveWhenRefused } from './use-shipping.ts';

/** The newest orders of each tab, oldest first, and where each tab goes on. */
export type LoadedOrders = Page<Order, Partial<Record<OrderTab, string | undefined>>>;

/** The newest orders, few enough to show soon; `loadRest` has those that the page shows with them. */
export const loadOrders = (): Promise<Outcome<LoadedOrders, ApiFailure>> => loadTab('all', { limit: SCREEN.firstRows });

/**
 * What follows the newest orders without a press. Where these are not all either, the newest of each tab too: what
 * waits for somebody may be old.
 */
async function loadRest({ next }: LoadedOrders): Promise<Outcome<LoadedOrders, ApiFailure>> {
  const rest = await loadTab('all', { after: next?.all, limit: SCREEN.listRows - SCREEN.firstRows });
  if (!rest.ok || !rest.value.next?.all) return rest;
  let loaded = rest.value;
  for (const page of await Promise.all(ORDER_TABS.filter((tab) => tab !== 'all').map((tab) => loadTab(tab)))) {
    if (!page.ok) return page;
    loaded = together(loaded, page.value);
  }
  return success(loaded);
}

/** A page of the orders of a tab. @param after where it begins; without it with the newest */
export async function loadTab(
  tab: OrderTab,
  { after, limit = SCREEN.listRows }: { after?: string | undefined; limit?: number } = {},
): Promise<Outcome<LoadedOrders, ApiFailure>> {
  const query = { ...(tab !== 'all' && { status: tab }), after, limit: String(limit) };
  const answer = await leaveWhenRefused(await api.call('listOrders', { query }));
  return answer.ok ? success({ rows: answer.value, next: { [tab]: answer.list.next } }) : answer;
}

/**
 * The orders that a search means when it is the id of an order, the number of a purchase or an invoice, the id of a
 * transaction, a PO number, a job or the email of a customer; of a purchase also when it was cancelled, which no list has.
 */
export async function lookForOrders(
  _: LoadedOrders,
  words: string,
  signal?: AbortSignal,
  after?: string,
): Promise<Outcome<Page<Order>, ApiFailure>> {
  const of = OrderSearch.safeParse(words.trim()).data;
  if (of === undefined) return success({ rows: [] });
  const answer = await leaveWhenRefused(await api.call('listOrders', { query: { of, after }, signal }));
  return answer.ok ? success({ rows: answer.value, next: answer.list.next }) : answer;
}

/** Two lists as one, each order once, oldest first; of a purchase that is in both the orders of the earlier list come first. */
export function together(one: LoadedOrders, other: LoadedOrders): LoadedOrders {
  const all = joined(ORDERS.key, one.rows, other.rows);
  const rows = [...all.slice(one.rows.length), ...all.slice(0, one.rows.length)];
  rows.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { rows, next: { ...one.next, ...other.next } };
}

/** Keeps earlier orders until `loadRest` brings them again, so that no row moves under the pointer. */
export function again(list: LoadedOrders, first: LoadedOrders): LoadedOrders {
  const [oldest] = first.rows;
  if (!oldest || first.next?.all === undefined) return first;
  return together({ ...list, rows: list.rows.filter((row) => row.createdAt <= oldest.createdAt) }, first);
}

export const ORDERS: ListKind<LoadedOrders> = {
  key: ({ _id }) => _id,
  load: loadRest,
  add: together,
  again,
  look: lookForOrders,
};
