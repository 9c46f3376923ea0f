import type { Order } from '#model/orders/order.ts';

export const ORDER_TABS = ['all', 'unpaid', 'pending', 'shipped'] as const;
/** What the admin's list may be narrowed to. */
export type OrderTab = (typeof ORDER_TABS)[number];

/** The tab of a URL's word; everything for a word that names none. */
export const orderTab = (word: string | null): OrderTab => ORDER_TABS.find((tab) => tab === word) ?? 'all';

export function belongsTo(tab: OrderTab, order: Order): boolean {
  if (tab === 'all') return true;
  if (tab === 'shipped') return order.shipping;
  if (tab === 'pending') return order.paid && !order.shipping;
  return order.state === 'unpaid' || order.state === 'expiring';
}
