import { useEffect, useState } from 'react';
import { allPeople, type LoadedPeople, loadPeople, lookForPerson } from './load-people.ts';

/** The people that were loaded, with those who were asked for or searched by e-mail since. */
export function usePeople(first: LoadedPeople, search: string) {
  const [list, setList] = useState({ first, loaded: first });
  const [more, setMore] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  if (list.first !== first) {
    setList({ first, loaded: first });
    setMore({ busy: false });
  }
  const { users, after } = list.first === first ? list.loaded : first;

  const isWhole = first.after === undefined;
  useEffect(() => {
    if (isWhole) return;
    const leave = new AbortController();
    lookForPerson(search, leave.signal).then(
      (found) => {
        if (!found.ok) return setMore({ busy: false, problem: found.failure.detail });
        if (found.value.length > 0)
          setList((now) => ({
            ...now,
            loaded: { ...now.loaded, users: allPeople(now.loaded.users, found.value) },
          }));
      },
      (error: unknown) => {
        if (!leave.signal.aborted) throw error;
      },
    );
    return () => leave.abort();
  }, [search, isWhole]);

  async function load() {
    if (!after || more.busy) return;
    setMore({ busy: true });
    const page = await loadPeople(after);
    if (!page.ok) return setMore({ busy: false, problem: page.failure.detail });
    // The list may have been loaded anew meanwhile: then this page belongs to nothing.
    setList((now) => {
      if (now.first !== first) return now;
      return { first, loaded: { users: allPeople(now.loaded.users, page.value.users), after: page.value.after } };
    });
    setMore({ busy: false });
  }
  return {
    users,
    /** The way to those who follow; undefined when all are here. */
    more: after === undefined ? undefined : { busy: more.busy, problem: more.problem, onMore: () => void load() },
  };
}
