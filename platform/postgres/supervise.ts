import { respawn } from '#platform/processes/respawn.ts';
import { endPostmaster } from './end-postmaster.ts';
import type { FolderLock } from './folder-lock.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';

export function supervise(first: Postmaster, plan: PostmasterPlan, lock: FolderLock): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const running = respawn(first, {
    async start(signal) {
      const started = await startPostmaster(plan, signal);
      if (started.ok) return started.value;
      plan.log(started.failure.message);
      return undefined;
    },
    ended: ({ exited }) => exited,
    onEnd: (_postmaster, way) => plan.log(`Postgres ended by itself (${way}); starting it again.`),
    onStart: () => plan.log('Postgres is back.'),
    signal: leaving.signal,
  });
  let stopped: Promise<void> | undefined;

  async function stop() {
    leaving.abort();
    const postmaster = await running;
    if (postmaster !== undefined) await endPostmaster(postmaster, plan);
    lock.release();
  }

  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
