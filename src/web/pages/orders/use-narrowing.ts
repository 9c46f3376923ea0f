import { useSearchParams } from 'react-router';
import type { OrderTab } from '#web/ui/orders/order-filter.ts';

interface Narrowing<Tab> {
  readonly tab: Tab | 'all';
  readonly words: string;
}

/** Which orders are shown stands in the address: it survives a reload and can be passed on. */
export function useNarrowing<Tab extends OrderTab>(
  tabs: readonly Tab[],
): [Narrowing<Tab>, (next: Narrowing<Tab>) => void] {
  const [search, setSearch] = useSearchParams();
  const narrow = ({ tab, words }: Narrowing<Tab>) =>
    setSearch(
      { ...(tab === 'all' ? {} : { status: tab }), ...(words ? { search: words } : {}) },
      { replace: true, preventScrollReset: true },
    );
  const tab = tabs.find((name) => name === search.get('status')) ?? 'all';
  return [{ tab, words: search.get('search') ?? '' }, narrow];
}
