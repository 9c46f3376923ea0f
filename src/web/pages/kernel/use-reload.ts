import { startTransition, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

/** One for each answer on the page: resolves once the newest answer is drawn, or the page was left. */
const draws = new Set<() => Promise<void>>();

/** Loads the page again. Ends once it shows what was loaded, or why that failed, or was left; the router's own ends before. */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(async () => {
    await revalidate();
    await Promise.all([...draws].map((draw) => draw()));
  }, [revalidate]);
}

/** @param isNewest whether the answer that is drawn is that of the newest load */
export function useDrawn(isNewest: boolean): void {
  const [asked, ask] = useState<PromiseWithResolvers<void>>();
  useEffect(() => {
    if (isNewest) asked?.resolve();
  }, [asked, isNewest]);
  useEffect(() => {
    let last: PromiseWithResolvers<void> | undefined;
    function draw() {
      const next = Promise.withResolvers<void>();
      // Where two are drawn at once, only the later is told.
      void next.promise.then(last?.resolve);
      last = next;
      // As the router draws what it has loaded, so that this does not come before it.
      startTransition(() => ask(next));
      return next.promise;
    }
    draws.add(draw);
    return () => {
      draws.delete(draw);
      last?.resolve();
    };
  }, []);
}
