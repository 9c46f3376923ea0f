import { useEffect, useState } from 'react';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';
import { type LoadedOrders, loadEarlier, lookForOrders, together } from './load-orders.ts';

/** The orders that were loaded, with the earlier ones that were asked for or searched by id or e-mail since. */
export function useOrderPages(first: LoadedOrders, words: string) {
  const [list, setList] = useState({ first, loaded: first });
  const [more, setMore] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  if (list.first !== first) {
    setList({ first, loaded: first });
    setMore({ busy: false });
  }
  const { orders, earlier } = list.first === first ? list.loaded : first;

  const isWhole = first.earlier.all === undefined;
  useEffect(() => {
    if (isWhole) return;
    const leave = new AbortController();
    lookForOrders(words, leave.signal).then(
      (found) => {
        if (!found.ok) return setMore({ busy: false, problem: found.failure.detail });
        if (found.value.length > 0)
          setList((now) => ({ ...now, loaded: together(now.loaded, { orders: found.value, earlier: {} }) }));
      },
      (error: unknown) => {
        if (!leave.signal.aborted) throw error;
      },
    );
    return () => leave.abort();
  }, [words, isWhole]);

  async function load(tab: OrderTab) {
    const before = earlier[tab];
    if (!before || more.busy) return;
    setMore({ busy: true });
    const page = await loadEarlier(tab, before);
    if (!page.ok) return setMore({ busy: false, problem: page.failure.detail });
    // The list may have been loaded anew meanwhile: then this page belongs to nothing.
    setList((now) => {
      if (now.first !== first) return now;
      const { [tab]: _, ...others } = now.loaded.earlier;
      return { first, loaded: together({ ...now.loaded, earlier: others }, page.value) };
    });
    setMore({ busy: false });
  }
  return {
    orders,
    /** Whether there are earlier orders of a tab than those. */
    goesOn: (tab: OrderTab) => earlier[tab] !== undefined,
    earlier: (tab: OrderTab) => ({ busy: more.busy, problem: more.problem, onMore: () => void load(tab) }),
  };
}
