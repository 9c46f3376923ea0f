import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#model/orders/order.ts';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';
import { type Search, useGrowingList } from '../kernel/use-growing-list.ts';
import { type LoadedOrders, loadEarlier, loadRest, lookForOrders, together } from './load-orders.ts';

const SEARCH: Search<LoadedOrders, Order> = {
  look: lookForOrders,
  add: (list, orders) => together(list, { orders, earlier: {} }),
};

/**
 * The orders that were loaded, with those that follow at once, and the earlier ones that were asked for or searched by
 * id or e-mail since.
 */
export function useOrderPages(first: LoadedOrders, words: string) {
  const { list, more, grow } = useGrowingList(first, first.earlier.all === undefined, words, SEARCH);

  // The list for which the orders that follow without a press have come.
  const [filled, setFilled] = useState<LoadedOrders>();

  const follow = (tab: OrderTab, asked: (before: string) => ReturnType<typeof loadRest>): Promise<boolean> => {
    const before = list.earlier[tab];
    if (!before) return Promise.resolve(false);
    return grow(
      () => asked(before),
      (now, page) => {
        const { [tab]: _, ...others } = now.earlier;
        return together({ ...now, earlier: others }, page);
      },
    );
  };
  const fill = () => void follow('all', loadRest).then((came) => came && setFilled(first));
  const fillOnce = useEffectEvent(fill);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that was loaded
  useEffect(() => fillOnce(), [first]);

  /** The way to the orders of a tab that are earlier; undefined when there are none or they come by themselves. */
  function earlier(tab: OrderTab) {
    const isFilling = first.earlier.all !== undefined && filled !== first;
    if (isFilling) return more.problem ? { ...more, onMore: fill } : undefined;
    if (list.earlier[tab] === undefined) return undefined;
    return { ...more, onMore: () => void follow(tab, (before) => loadEarlier(tab, { before })) };
  }
  return {
    orders: list.orders,
    /** Whether there are earlier orders of a tab than those. */
    goesOn: (tab: OrderTab) => list.earlier[tab] !== undefined,
    earlier,
  };
}
