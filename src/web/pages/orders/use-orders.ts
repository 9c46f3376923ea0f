import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';
import { useList } from '../kernel/use-list.ts';
import { type LoadedOrders, loadTab, ORDERS } from './load-orders.ts';

/** The orders that were loaded, with those that follow at once, and the earlier ones of each tab that were asked for. */
export function useOrders(loaded: Promise<Outcome<LoadedOrders, ApiFailure>>, words: string) {
  const listed = useList(loaded, ORDERS, words);
  const { first, list, follow, busy, problem } = listed;
  // The list for which the orders that follow without a press have come.
  const [filled, setFilled] = useState<LoadedOrders>();
  const isFilling = first?.next?.all !== undefined && filled !== first;

  const fill = () => void follow().then((came) => came && setFilled(first));
  const fillOnce = useEffectEvent(() => isFilling && fill());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that was loaded
  useEffect(() => void fillOnce(), [first]);

  /** Where the orders of a tab go on that are not listed. */
  const next = (tab: OrderTab) => list?.next?.[tab];

  /** The way to the orders of a tab that are earlier; undefined when there are none or they come by themselves. */
  function earlier(tab: OrderTab) {
    if (isFilling) return problem ? { busy, problem, onMore: fill } : undefined;
    if (next(tab) === undefined) return undefined;
    return { busy, problem, onMore: () => void follow(() => loadTab(tab, { after: next(tab) })) };
  }
  return { listed, goesOn: (tab: OrderTab) => next(tab) !== undefined, earlier };
}
