import { setTimeout as wait } from 'node:timers/promises';

export interface Respawn<Process> {
  /** Starts the next one; undefined when it could not, which counts as another end. */
  readonly start: (signal: AbortSignal) => Promise<Process | undefined>;
  /** Resolves with how it ended. */
  readonly ended: (process: Process) => Promise<string>;
  readonly onEnd: (process: Process, way: string) => void;
  readonly onStart?: (process: Process) => void;
  /** Ends the respawning; what runs then goes on. */
  readonly signal: AbortSignal;
}

/** After this long up, in milliseconds, the next end is a new trouble and not the old one. */
const SETTLED_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/**
 * Keeps a process running: when it ends it is started again after 0.25 s, 0.5 s and so on up to 10 s. Resolves after the
 * signal with the process that runs then, if any.
 */
export async function respawn<Process>(first: Process, its: Respawn<Process>): Promise<Process | undefined> {
  const { start, ended, onEnd, onStart, signal } = its;
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let current: Process | undefined = first;
  let failures = 0;
  for (;;) {
    const since = performance.now();
    const way = current === undefined ? undefined : await Promise.race([ended(current), stopped]);
    if (signal.aborted) return current;
    if (current !== undefined && way !== undefined) {
      if (performance.now() - since > SETTLED_MS) failures = 0;
      onEnd(current, way);
    }
    current = undefined;
    await wait(Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    current = await start(signal);
    if (current !== undefined) onStart?.(current);
  }
}
