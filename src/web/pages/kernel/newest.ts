/**
 * Runs one load of a list at a time: the one that begins ends the one before, whose answer nobody waits for any more.
 * What was ended stays without an answer, so that it can neither be shown nor fail.
 */
export function newestOnly(): <T>(load: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  let under: AbortController | undefined;
  return (load) => {
    under?.abort();
    under = new AbortController();
    return whileAwaited(load, under.signal);
  };
}

/** What a load answers; nothing, not even a failure, once nobody waits for it any more. */
export const whileAwaited = <T>(load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
  load(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return new Promise<never>(() => {});
  });
