import { useEffect, useState } from 'react';

/**
 * What a promise from a loader answered. Until the first answer there is none; after that the last one stays, with
 * `waiting`, while the next is on its way, so that nothing vanishes when a page is loaded again.
 */
export function useAnswer<T>(promise: Promise<T>): { answer: T | undefined; waiting: boolean } {
  const [known, setKnown] = useState<{ promise: Promise<T>; value: T }>();
  useEffect(() => {
    let current = true;
    promise.then(
      (value) => current && setKnown({ promise, value }),
      // A surprise belongs to the page's error boundary, which hears only what is thrown while rendering.
      (error) => setKnown(() => throwOn(error)),
    );
    return () => {
      current = false;
    };
  }, [promise]);
  return { answer: known?.value, waiting: known?.promise !== promise };
}

function throwOn(error: unknown): never {
  throw error;
}
