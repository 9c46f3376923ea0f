import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { runAs } from './os-account.ts';
import type { Postmaster } from './postmaster.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';

/** Fast shutdown, then after `patience` milliseconds an immediate one: the next start recovers. */
export async function endPostmaster(
  postmaster: Postmaster,
  plan: PostmasterPlan,
  patience: number = 6_000,
): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(plan.binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-t', '8', '-D', plan.folder.data], runAs(undefined));
    return;
  }
  for (const [signal, wanted] of [
    ['SIGINT', patience],
    ['SIGQUIT', 2_000],
  ] as const) {
    postmaster.process.kill(signal);
    const done = await Promise.race([postmaster.exited.then(() => true), wait(wanted, false, { ref: false })]);
    if (done) return;
  }
  plan.log(`Postgres (process ${postmaster.process.pid}) is still stopping; the next start waits for it.`);
}
