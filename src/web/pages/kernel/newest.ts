/**
 * Runs one load of a list at a time: taking a turn aborts the load of the turn before. An aborted load never settles, so
 * that it can neither be shown nor fail.
 */
export function newestOnly() {
  let under: AbortController | undefined;
  return () => {
    under?.abort();
    under = new AbortController();
    const { signal } = under;
    return <T>(load: (signal: AbortSignal) => Promise<T>): Promise<T> => whileAwaited(load, signal);
  };
}

/** What a load answers; nothing, not even a failure, once nobody waits for it any more. */
export const whileAwaited = <T>(load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
  load(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return new Promise<never>(() => {});
  });
