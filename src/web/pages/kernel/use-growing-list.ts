import { useEffect, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { whileAwaited } from './newest.ts';

/** How a search reaches those of a list that were not loaded. The same object each time. */
export interface Search<List, Found> {
  look(words: string, signal: AbortSignal): Promise<Outcome<readonly Found[], ApiFailure>>;
  add(list: List, found: readonly Found[]): List;
}

const IDLE = { busy: false, problem: undefined };

/**
 * The list that a page has loaded, with the pages that were asked for since and those whom a search found.
 * @param first what was loaded: another one begins the list anew
 * @param isWhole the first page is all there is: nothing is looked up
 */
export function useGrowingList<List, Found>(first: List, isWhole: boolean, words: string, search: Search<List, Found>) {
  const [known, setKnown] = useState({ first, list: first });
  const [more, setMore] = useState<{ busy: boolean; problem: string | undefined }>(IDLE);
  if (known.first !== first) {
    setKnown({ first, list: first });
    setMore(IDLE);
  }

  useEffect(() => {
    if (isWhole) return;
    const leave = new AbortController();
    void whileAwaited((signal) => search.look(words, signal), leave.signal).then((found) => {
      if (!found.ok) return setMore({ busy: false, problem: found.failure.detail });
      if (found.value.length > 0) setKnown((now) => ({ ...now, list: search.add(now.list, found.value) }));
    });
    return () => leave.abort();
  }, [words, isWhole, search]);

  async function grow<Page>(asked: () => Promise<Outcome<Page, ApiFailure>>, add: (list: List, page: Page) => List) {
    if (more.busy) return false;
    setMore({ busy: true, problem: undefined });
    const page = await asked();
    if (!page.ok) {
      setMore({ busy: false, problem: page.failure.detail });
      return false;
    }
    // The list may have been loaded anew meanwhile: then this page belongs to nothing.
    setKnown((now) => (now.first === first ? { first, list: add(now.list, page.value) } : now));
    setMore(IDLE);
    return true;
  }
  return {
    list: known.first === first ? known.list : first,
    more,
    /** Asks for a page and puts it into the list, nothing while one is asked for; answers whether it came. */
    grow,
  };
}
