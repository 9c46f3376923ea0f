import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

interface Narrowing<Tab> {
  readonly tab: Tab;
  readonly words: string;
}

interface Parts<Tab> {
  /** The first one is that of an address without `parameter`. */
  readonly tabs: readonly [Tab, ...Tab[]];
  /** Of the address: which tab is open. */
  readonly parameter: string;
  /** Whether Back leads to the tab before. */
  readonly back?: boolean;
}

/** Which rows of a list are shown stands in the address: it survives a reload and can be passed on. */
export function useNarrowing<Tab extends string>({
  tabs,
  parameter,
  back = false,
}: Parts<Tab>): [Narrowing<Tab>, (change: Partial<Narrowing<Tab>>) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get(parameter)) ?? tabs[0];
  const words = search.get('search') ?? '';
  // What was asked for and is not in the address yet, the last of all at the end.
  const asked = useRef<Narrowing<Tab>[]>([]);
  useEffect(() => {
    const place = asked.current.findLastIndex((one) => one.tab === tab && one.words === words) + 1;
    asked.current = place ? asked.current.slice(place) : [];
  }, [tab, words]);
  function narrow(change: Partial<Narrowing<Tab>>) {
    const before = { tab, words, ...asked.current.at(-1) };
    const next = { ...before, ...change };
    asked.current.push(next);
    setSearch(
      { ...(next.tab !== tabs[0] && { [parameter]: next.tab }), ...(next.words && { search: next.words }) },
      { replace: !back || next.tab === before.tab, preventScrollReset: true },
    );
  }
  return [{ tab, words }, narrow];
}
