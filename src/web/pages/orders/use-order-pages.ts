import type { Order } from '#model/orders/order.ts';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';
import { type Search, useGrowingList } from '../kernel/use-growing-list.ts';
import { type LoadedOrders, loadEarlier, lookForOrders, together } from './load-orders.ts';

const SEARCH: Search<LoadedOrders, Order> = {
  look: lookForOrders,
  add: (list, orders) => together(list, { orders, earlier: {} }),
};

/** The orders that were loaded, with the earlier ones that were asked for or searched by id or e-mail since. */
export function useOrderPages(first: LoadedOrders, words: string) {
  const { list, more, grow } = useGrowingList(first, first.earlier.all === undefined, words, SEARCH);

  function load(tab: OrderTab) {
    const before = list.earlier[tab];
    if (!before) return;
    grow(
      () => loadEarlier(tab, before),
      (now, page) => {
        const { [tab]: _, ...others } = now.earlier;
        return together({ ...now, earlier: others }, page);
      },
    );
  }
  return {
    orders: list.orders,
    /** Whether there are earlier orders of a tab than those. */
    goesOn: (tab: OrderTab) => list.earlier[tab] !== undefined,
    earlier: (tab: OrderTab) => ({ ...more, onMore: () => load(tab) }),
  };
}
