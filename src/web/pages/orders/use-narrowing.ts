import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';

interface Narrowing<Tab> {
  readonly tab: Tab | 'all';
  readonly words: string;
}

/** Which orders are shown stands in the address: it survives a reload and can be passed on. */
export function useNarrowing<Tab extends OrderTab>(
  tabs: readonly Tab[],
): [Narrowing<Tab>, (change: Partial<Narrowing<Tab>>) => void] {
  const [search, setSearch] = useSearchParams();
  const tab: Tab | 'all' = tabs.find((name) => name === search.get('status')) ?? 'all';
  const words = search.get('search') ?? '';
  // What was asked for and is not in the address yet, the last of all at the end.
  const asked = useRef<Narrowing<Tab>[]>([]);
  useEffect(() => {
    const place = asked.current.findLastIndex((one) => one.tab === tab && one.words === words) + 1;
    asked.current = place ? asked.current.slice(place) : [];
  }, [tab, words]);
  function narrow(change: Partial<Narrowing<Tab>>) {
    const next = { tab, words, ...asked.current.at(-1), ...change };
    asked.current.push(next);
    setSearch(
      { ...(next.tab === 'all' ? {} : { status: next.tab }), ...(next.words ? { search: next.words } : {}) },
      { replace: true, preventScrollReset: true },
    );
  }
  return [{ tab, words }, narrow];
}
