import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyFolder, copyFor, makeFor, writeDurably } from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { endPostmaster } from '#platform/postgres/end-postmaster.ts';
import { startPostmaster } from '#platform/postgres/postmaster.ts';
import type { PostmasterPlan } from '#platform/postgres/postmaster-plan.ts';
import { connect, type Sql } from '#platform/postgres/sql.ts';
import type { Backup } from './manifest.ts';

/** How far the log was replayed, as Postgres tells it. */
export type Recovered = {
  /** Where the last record began; undefined when nothing had to be replayed. */
  readonly lsn: string | undefined;
  /** When the last change that is there was made, if one was replayed. */
  readonly lastChange: Date | undefined;
  /** False when the log ended before the moment that was asked for. */
  readonly reached: boolean;
};

/** Until when: the end of the copy itself, a moment, or all there is. */
export type Until = 'copy' | 'end' | Date;

const RECOVERED_WITHIN = 24 * 3_600_000;
const STOPPED_WITHIN = 300_000;
const NOTHING_OLDER = 'exit 1';

/** Lays a backup out in the plan's data folder, which must not exist yet, ready to be recovered. */
export async function layOut(backup: Backup, plan: PostmasterPlan, signal?: AbortSignal): Promise<void> {
  const { data } = plan.folder;
  const its = { owner: plan.account, durable: plan.durable };
  await copyFolder(path.join(backup.folder, 'data'), data, { ...its, signal });
  await makeFor(path.join(data, 'pg_wal', 'archive_status'), plan.account);
  for (const { path: name } of backup.manifest.files.filter((file) => file.path.startsWith('wal/'))) {
    const segment = path.basename(name);
    await copyFor(path.join(backup.folder, name), path.join(data, 'pg_wal', segment), its);
    // It came from the archive and need not go there again.
    const done = path.join(data, 'pg_wal', 'archive_status', `${segment}.done`);
    await writeDurably(done, '', { mode: 0o600, owner: plan.account });
  }
  await writeDurably(path.join(data, 'recovery.signal'), '', { mode: 0o600, owner: plan.account });
}

/**
 * Starts Postgres on data that was laid out, lets it replay the log, does `work` on the recovered database and stops it
 * again. The failure is a sentence. `archive` is where the log is, beside what lies in the data folder already.
 */
export async function recover<T>(
  plan: PostmasterPlan,
  its: { until: Until; archive?: string; signal: AbortSignal },
  work: (connect: (database: string) => Sql, recovered: Recovered) => Promise<T>,
): Promise<Outcome<T, string>> {
  const logFrom = await sizeOf(plan.folder.serverLog);
  const started = await startPostmaster(recoveryPlan(plan, its.until, its.archive), its.signal);
  const said = (await readFile(plan.folder.serverLog).catch(() => Buffer.alloc(0))).subarray(logFrom).toString();
  if (!started.ok) {
    const early = /recovery ended before configured recovery target was reached/.test(said);
    if (!early || !(its.until instanceof Date)) return failure(started.failure.message);
    // Nothing happened between the end of the log and that moment, as far as anybody knows: all of it is replayed.
    return recover(plan, { ...its, until: 'end' }, (open, recovered) => work(open, { ...recovered, reached: false }));
  }
  const pools: Sql[] = [];
  const open = (database: string) => {
    const target: ConnectionOptions = { ...plan.admin, database };
    const pool = connect(target, { max: 1, log: plan.log });
    pools.push(pool);
    return pool;
  };
  try {
    return success(await work(open, { ...replayed(said), reached: true }));
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
      // It answers nobody before it is what was asked for.
      hot_standby: 'off',
      recovery_target_action: 'promote',
      recovery_target_timeline: until === 'copy' ? 'current' : 'latest',
      restore_command: archive ? copyCommand(archive) : NOTHING_OLDER,
    },
  };
}

/** For the shell of the system; Postgres puts the names in the place of %f and %p. */
function copyCommand(archive: string): string {
  const plain = archive.replaceAll('%', '%%');
  if (process.platform === 'win32') return `copy "${plain.replaceAll('/', '\\')}\\%f" "%p"`;
  return `cp '${plain.replaceAll("'", "'\\''")}/%f' "%p"`;
}

function replayed(said: string): Pick<Recovered, 'lsn' | 'lastChange'> {
  const lsn = /redo done at ([0-9A-F]+\/[0-9A-F]+)/.exec(said)?.[1];
  const time = /last completed transaction was at log time (\S+ \S+)\+00/.exec(said)?.[1];
  return { lsn, lastChange: time ? new Date(`${time.replace(' ', 'T')}Z`) : undefined };
}

const sizeOf = (file: string) =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  );
