import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure } from './database-failure.ts';
import { runAs } from './os-account.ts';
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';

/** How long a Postgres that was asked to stop may take, in milliseconds. */
const STOPPED_WITHIN = 60_000;
/** After this many milliseconds it is told to stop at once. */
const PATIENCE = 3_000;

/**
 * Sees to the Postgres that an earlier shop left on the data: since we hold the folder's lock that shop is gone, so its
 * Postgres is asked to stop and waited for. `recycledPid` is the number in its lock file when another program has it.
 */
export async function retirePredecessor(
  plan: PostmasterPlan,
  signal: AbortSignal,
): Promise<Outcome<{ recycledPid?: number }, DatabaseFailure>> {
  const { data, socket } = plan.folder;
  const file = await readPostmasterFile(data);
  if (file === undefined || !isAlive(file.pid)) return success({});
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl reaches a Postgres by a pipe that no other program listens to.
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
  let told = false;
  while (isAlive(file.pid) && (await isPostmasterOf(file.pid, data))) {
    // One that lost a connection's process and its shop at the same moment waits for its own recovery for ever. What an
    // end at once leaves undone the next start does, as after a crash.
    if (!told && performance.now() - asked > PATIENCE) {
      told = true;
      tell(file.pid, 'SIGQUIT');
    }
    if (signal.aborted || performance.now() - asked > STOPPED_WITHIN) {
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
    // It may have ended a moment ago, which is what it was to be told.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
