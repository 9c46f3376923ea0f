import { setTimeout as wait } from 'node:timers/promises';
import { endPostmaster } from './end-postmaster.ts';
import type { FolderLock } from './folder-lock.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';

/** After this long up, in milliseconds, the next death is a new trouble and not the old one. */
const SETTLED = 60_000;

/** Starts Postgres again whenever it ends, after 0.25 s, 0.5 s and so on up to 10 s. `stop` ends that, and Postgres. */
export function supervise(first: Postmaster, plan: PostmasterPlan, lock: FolderLock): { stop(): Promise<void> } {
  const leaving = new AbortController();
  let current: Postmaster | undefined = first;
  const watching = watch();
  let stopped: Promise<void> | undefined;

  async function watch() {
    let deaths = 0;
    while (current !== undefined) {
      const since = performance.now();
      const way = await Promise.race([current.exited, aborted(leaving.signal)]);
      if (leaving.signal.aborted) return;
      if (performance.now() - since > SETTLED) deaths = 0;
      plan.log(`Postgres ended by itself (${way}); starting it again.`);
      current = undefined;
      while (current === undefined && !leaving.signal.aborted) {
        const pause = Math.min(250 * 2 ** deaths++, 10_000);
        await wait(pause, undefined, { signal: leaving.signal }).catch(() => undefined);
        if (leaving.signal.aborted) return;
        const started = await startPostmaster(plan, leaving.signal);
        if (started.ok) current = started.value;
        else plan.log(started.failure.message);
      }
      if (current !== undefined) plan.log('Postgres is back.');
    }
  }

  async function stop() {
    leaving.abort();
    await watching;
    if (current !== undefined) await endPostmaster(current, plan);
    lock.release();
  }

  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function aborted(signal: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}
