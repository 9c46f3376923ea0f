import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure } from './database-failure.ts';
import { runAs } from './os-account.ts';
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';

const STOPPED_WITHIN_MS = 60_000;
const PATIENCE_MS = 3_000;

/** Stops the server of a dead shop: we hold its lock. `recycledPid`: another program has the pid of the lock file. */
export async function retirePredecessor(
  plan: PostmasterPlan,
  signal: AbortSignal,
): Promise<Outcome<{ recycledPid?: number }, DatabaseFailure>> {
  const { data, socket } = plan.folder;
  const file = await readPostmasterFile(data);
  if (file === undefined || !isAlive(file.pid)) return success({});
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl reaches the server by its pipe.
    spawnSync(plan.binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-t', '60', '-D', data], { ...runAs(undefined) });
    return success({});
  }
  if (!(await isPostmasterOf(file.pid, data))) return success({ recycledPid: file.pid });
  if (file.socket !== '' && file.socket !== socket) {
    return databaseFailure(
      'folder-in-use',
      `Process ${file.pid} is a Postgres that was started on ${data} by hand: stop it, then start again.`,
    );
  }
  plan.log(`Postgres of an earlier start (process ${file.pid}) is still there; waiting for it to stop.`);
  tell(file.pid, 'SIGINT');
  const asked = performance.now();
  let escalated = false;
  while (isAlive(file.pid) && (await isPostmasterOf(file.pid, data))) {
    // After the loss of a session and of its shop at once it waits for ever. The next start recovers, as after a crash.
    if (!escalated && performance.now() - asked > PATIENCE_MS) {
      escalated = true;
      tell(file.pid, 'SIGQUIT');
    }
    if (signal.aborted || performance.now() - asked > STOPPED_WITHIN_MS) {
      return databaseFailure(
        'folder-in-use',
        `Process ${file.pid} is an earlier Postgres on ${data} that does not stop: end it, then start again.`,
      );
    }
    await wait(20);
  }
  return success({});
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
