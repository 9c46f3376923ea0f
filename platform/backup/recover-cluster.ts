import path from 'node:path';
import { copyFolder, copyFor, makeFor, writeDurably } from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { endPostmaster, logFromHere, startPostmaster } from '#platform/postgres/postmaster.ts';
import type { PostmasterPlan } from '#platform/postgres/postmaster-plan.ts';
import { connect, type Sql } from '#platform/postgres/sql.ts';
import type { Backup } from './manifest.ts';

export type Recovered = {
  readonly lsn: string | undefined;
  readonly lastChange: Date | undefined;
  /** False when the log ended before the requested moment. */
  readonly reached: boolean;
};

export type Until = 'copy' | 'end' | Date;

const RECOVERED_WITHIN = 24 * 3_600_000;
const STOPPED_WITHIN = 300_000;
const NOTHING_OLDER = 'exit 1';

export async function layOut(backup: Backup, plan: PostmasterPlan, signal?: AbortSignal): Promise<void> {
  const { data } = plan.folder;
  const options = { owner: plan.account, durable: plan.durable };
  await copyFolder(path.join(backup.folder, 'data'), data, { ...options, signal });
  await makeFor(path.join(data, 'pg_wal', 'archive_status'), plan.account);
  for (const { path: name } of backup.manifest.files.filter((file) => file.path.startsWith('wal/'))) {
    const segment = path.basename(name);
    await copyFor(path.join(backup.folder, name), path.join(data, 'pg_wal', segment), options);
    // Already archived.
    const done = path.join(data, 'pg_wal', 'archive_status', `${segment}.done`);
    await writeDurably(done, '', { mode: 0o600, owner: plan.account });
  }
  await writeDurably(path.join(data, 'recovery.signal'), '', { mode: 0o600, owner: plan.account });
}

/** Replays the log, runs `work` on the recovered database and stops it. `archive`: log beyond that of the copy. */
export async function recover<T>(
  plan: PostmasterPlan,
  options: { until: Until; archive?: string; signal: AbortSignal },
  work: (connect: (database: string) => Sql, recovered: Recovered) => Promise<T>,
): Promise<Outcome<T, string>> {
  const logged = await logFromHere(plan.folder);
  const started = await startPostmaster(recoveryPlan(plan, options.until, options.archive), options.signal);
  const output = await logged();
  if (!started.ok) {
    const early = /recovery ended before configured recovery target was reached/.test(output);
    if (!early || !(options.until instanceof Date)) return failure(started.failure.message);
    // The log ends before that moment: all of it is replayed.
    return recover(plan, { ...options, until: 'end' }, (open, recovered) =>
      work(open, { ...recovered, reached: false }),
    );
  }
  const pools: Sql[] = [];
  const open = (database: string) => {
    const target: ConnectionOptions = { ...plan.admin, database };
    const pool = connect(target, { max: 1, log: plan.log });
    pools.push(pool);
    return pool;
  };
  try {
    return success(await work(open, { ...replayed(output), reached: true }));
  } finally {
    for (const pool of pools) await pool.end({ timeout: 1 });
    await endPostmaster(started.value, plan, plan.durable ? STOPPED_WITHIN : 0);
  }
}

function recoveryPlan(plan: PostmasterPlan, until: Until, archive: string | undefined): PostmasterPlan {
  const target: Record<string, string> =
    until === 'copy'
      ? { recovery_target: 'immediate' }
      : until === 'end'
        ? {}
        : { recovery_target_time: until.toISOString().replace('Z', '+00') };
  return {
    ...plan,
    readyWithin: RECOVERED_WITHIN,
    settings: {
      ...plan.settings,
      ...target,
      hot_standby: 'off',
      recovery_target_action: 'promote',
      recovery_target_timeline: until === 'copy' ? 'current' : 'latest',
      restore_command: archive ? copyCommand(archive) : NOTHING_OLDER,
    },
  };
}

/** A shell command; Postgres replaces %f and %p. A file that is there and cannot be copied ends no log: it stops the restore. */
function copyCommand(archive: string): string {
  const plain = archive.replaceAll('%', '%%');
  if (process.platform === 'win32') {
    const file = `"${plain.replaceAll('/', '\\')}\\%f"`;
    return `if exist ${file} (copy ${file} "%p" || exit ${STOPS}) else exit 1`;
  }
  const file = `'${plain.replaceAll("'", "'\\''")}/%f'`;
  return `test -e ${file} || exit 1; cp ${file} "%p" || exit ${STOPS}`;
}

/** Postgres takes less for a file that is not there. */
const STOPS = 200;

function replayed(output: string): Pick<Recovered, 'lsn' | 'lastChange'> {
  const lsn = /redo done at ([0-9A-F]+\/[0-9A-F]+)/.exec(output)?.[1];
  const time = /last completed transaction was at log time (\S+ \S+)\+00/.exec(output)?.[1];
  return { lsn, lastChange: time ? new Date(`${time.replace(' ', 'T')}Z`) : undefined };
}
