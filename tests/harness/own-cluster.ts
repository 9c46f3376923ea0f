import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { keepBackups } from '../../platform/backup/keep-backups.ts';
import { restoreShop } from '../../platform/backup/restore-shop.ts';
import { takeBackup } from '../../platform/backup/take-backup.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { connect, type Sql } from '../../platform/postgres/sql.ts';
import { noteBackup, noteRestore } from '../../src/server/bookmarks.ts';
import { examine } from '../../src/server/examine.ts';

const log = () => {};
const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/**
 * A Postgres of this test file's own whose log is kept for backups, with the shop's tables. `sql` finds it again
 * however often it is stopped, killed, restored and started.
 */
export async function ownCluster(wish: { home?: string; backups?: string } = {}) {
  const home = wish.home ?? (await mkdtemp(join(tmpdir(), 'shop-cluster-')));
  await chmod(home, 0o711);
  const places = { home, folder: join(home, 'postgres'), backups: wish.backups ?? join(home, 'backups') };
  const pictures = join(home, 'images');
  let postgres: EmbeddedPostgres | undefined;
  async function start(): Promise<void> {
    const outcome = await startEmbeddedPostgres({ folder: places.folder, backups: places.backups, log });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    postgres = outcome.value;
  }
  async function stop(): Promise<void> {
    await postgres?.stop();
    postgres = undefined;
  }
  const running = () => {
    if (!postgres) throw new Error('not started');
    return postgres;
  };

  await start();
  const sql = connect(running().connection, { max: 8, log });
  const migrated = await migrate(sql, MIGRATIONS);
  if (!migrated.ok) throw new Error(migrated.failure.message);
  afterAll(async () => {
    await sql.end({ timeout: 1 });
    await stop();
    if (!wish.home) await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function asAdmin<T>(work: (admin: Sql) => Promise<T>): Promise<T> {
    const admin = connect(running().adminConnection, { max: 1, log });
    return work(admin).finally(() => admin.end({ timeout: 1 }));
  }
  /** Ends the file of the log that is written now, and answers its name. */
  async function switchLog(): Promise<string> {
    const [last] = await asAdmin((admin) => admin`select pg_walfile_name(pg_switch_wal()) as name`);
    return last?.name;
  }

  const its = { osUser: undefined, backups: places.backups, pictures, examine, log };
  return {
    ...places,
    pictures,
    sql,
    target: () => running().connection,
    admin: () => running().adminConnection,
    start,
    stop,
    takeBackup: () => takeBackup({ ...its, admin: running().adminConnection, signal: new AbortController().signal }),
    keepBackups: (clock: () => Date, patience?: number) =>
      keepBackups({
        ...{ ...its, admin: running().adminConnection, sql, clock, data: join(places.folder, 'data') },
        note: (good) => noteBackup(sql, good),
        log: { info: log, error: log },
        ...(patience && { patience }),
      }),
    restore: (
      wish: { to?: Date; name?: string; into?: string; note?: typeof noteRestore; mark?: () => Promise<void> } = {},
    ) =>
      restoreShop({
        ...its,
        migrations: MIGRATIONS,
        note: wish.note ?? noteRestore,
        mark: wish.mark,
        folder: wish.into ? join(wish.into, 'postgres') : places.folder,
        pictures: wish.into ? join(wish.into, 'images') : pictures,
        to: wish.to,
        name: wish.name,
        beside: wish.into !== undefined,
        progress: () => {},
      }),
    asAdmin,
    switchLog,
    /** Lets all that was written so far reach the archive. */
    async archived(): Promise<void> {
      const last = await switchLog();
      await expect.poll(() => readdir(join(places.backups, 'wal')), { timeout: 60_000 }).toContain(last);
    },
  };
}
