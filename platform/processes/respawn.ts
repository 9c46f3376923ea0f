import { setTimeout as wait } from 'node:timers/promises';

export interface Respawn<Process> {
  /** Undefined when it failed, which counts as another end. */
  readonly start: (signal: AbortSignal) => Promise<Process | undefined>;
  readonly ended: (process: Process) => Promise<string>;
  readonly onEnd: (process: Process, way: string) => void;
  readonly onStart?: (process: Process) => void;
  /** Stops respawning; the running process stays. */
  readonly signal: AbortSignal;
}

/** Uptime that resets the backoff. */
const SETTLED_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** Restarts a process after 0.25 s, doubled up to 10 s. Resolves after the signal with the running process, if any. */
export async function respawn<Process>(first: Process, options: Respawn<Process>): Promise<Process | undefined> {
  const { start, ended, onEnd, onStart, signal } = options;
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
