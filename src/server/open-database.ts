import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import { type BackupRounds, keepBackups } from '#platform/backup/keep-backups.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { migrate } from '#platform/postgres/migrate.ts';
import { createPool, type Pool } from '#platform/postgres/pool.ts';
import { connect, type Sql } from '#platform/postgres/sql.ts';
import type { Config } from '../config.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import type { Db } from '../services/kernel/context.ts';
import * as schema from '../tables/schema.ts';
import { noteBackup } from './bookmarks.ts';
import { refuseToLeaveData } from './data-left-behind.ts';
import { examine } from './examine.ts';
import { markLive, refuseLiveData } from './live-data.ts';

export interface OpenDatabase {
  /** For the start and the background; requests have a pool of their own. */
  readonly pool: Pool;
  /** For migrations and backups. */
  readonly maintenance: Sql;
  readonly target: string | ConnectionOptions;
  readonly backups: BackupRounds | undefined;
}

/** A round may hold its connection for seconds. */
const BACKGROUND_POOL = 5;
const MAINTENANCE_POOL = 2;

/** Milliseconds per query or transaction. In the background the server's own limits end it sooner. */
export const DEADLINES = { request: 4_000, background: 20_000 } as const;
export const CLOSING_QUERIES_MS = 500;

export const dbOf = (pool: Pool, deadline: number): Db => drizzle(pool.within(deadline), { schema });

export async function openDatabase(
  config: Config,
  { resources, progress, root }: StartOptions,
  log: Logger,
): Promise<Outcome<OpenDatabase, string>> {
  const note = (line: string) => log.warn({ database: true }, line);
  let own: EmbeddedPostgres | undefined;
  const { postgresOsUser: osUser, backupFolder } = config;
  if (!config.databaseUrl) {
    progress('Starting the database');
    const folder = join(config.dataFolder, 'postgres');
    const embedded = await startEmbeddedPostgres({ folder, osUser, backups: backupFolder, log: note });
    if (!embedded.ok) return failure(embedded.failure.message);
    own = embedded.value;
    resources.defer(() => own?.stop());
  }
  const target = own?.connection ?? config.databaseUrl ?? '';
  const sql = connect(target, { max: MAINTENANCE_POOL, log: note });
  resources.defer(() => sql.end({ timeout: CLOSING_QUERIES_MS / 1000 }));
  const refused = (await refuseToLeaveData(sql, config)) ?? (await refuseLiveData(sql, config));
  if (refused) return failure(refused);
  const migrated = await migrate(sql, pathToFileURL(join(root, 'migrations/')));
  if (!migrated.ok) return failure(migrated.failure.message);
  if (!config.testMode) await markLive(sql);
  // Its backups are that server's own.
  if (!own) await noteBackup(sql, new Date());
  const backups =
    own &&
    keepBackups({
      ...{ sql, admin: own.adminConnection, osUser, backups: backupFolder, data: join(own.folder, 'data') },
      pictures: config.s3 ? undefined : join(config.dataFolder, 'images'),
      note: (good) => noteBackup(sql, good),
      examine,
      clock: () => new Date(),
      log: { info: note, error: (line) => log.error({ backup: true }, line) },
    });
  const pool = createPool(target, { max: BACKGROUND_POOL, log: note });
  resources.defer(() => pool.end(CLOSING_QUERIES_MS));
  return success({ pool, maintenance: sql, target, backups });
}

export interface StartOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** The caller disposes of it, also after a failure. */
  readonly resources: AsyncDisposableStack;
  readonly progress: (text: string) => void;
  /** Address of the pages' server build; undefined for their sources, with hot reloading. */
  readonly builtPages: string | undefined;
}
