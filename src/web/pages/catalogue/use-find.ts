import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType, useRevalidator } from 'react-router';
import type { ToolSearch } from '#web/ui/catalogue/tool-choices.ts';
import { toSearchString } from './search-url.ts';

export function useFind() {
  const navigate = useNavigate();
  const here = useLocation();
  const coming = useNavigation().location;
  const { revalidate, state } = useRevalidator();
  const searching = coming !== undefined && coming.pathname === here.pathname;
  // A change of the view during a search must keep that search.
  const params = new URLSearchParams(searching ? coming.search : here.search);
  const streak = useStreak();

  /** Consecutive changes, such as letters of a word, are one history entry. */
  function go(search: string, how?: 'typed' | 'sheet' | 'need') {
    void navigate({ search }, { replace: streak(how), preventScrollReset: true });
  }
  const find = (search: ToolSearch, how?: 'typed' | 'sheet') => go(toSearchString(search, params), how);
  return { find, go, params, again: () => void revalidate(), busy: searching || state === 'loading' };
}

/** Whether a change continues the one before it. */
function useStreak() {
  const before = useRef<string>(undefined);
  const type = useNavigationType();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went back and changes something makes a new step, at each place anew
  useEffect(() => {
    if (type === 'POP') before.current = undefined;
  }, [type, key]);
  return (how: string | undefined) => {
    const goesOn = how !== undefined && how === before.current;
    before.current = how;
    return goesOn;
  };
}
