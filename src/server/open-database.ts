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
import { troublesOf } from '../services/reports/examine-shop.ts';
import * as schema from '../tables/schema.ts';
import { noteBackup } from './bookmarks.ts';
import type { StartOptions } from './start-options.ts';

export interface OpenDatabase {
  /** For the start and the background: what people wait for has connections of its own. */
  readonly pool: Pool;
  /** The driver's own pool, for what nobody waits for. */
  readonly maintenance: Sql;
  /** Where other processes of this machine find it. */
  readonly target: string | ConnectionOptions;
  /** Of a database of the shop's own, which belongs to this process alone. */
  readonly backups: BackupRounds | undefined;
}

/** What background work needs. It must not make people wait: a round may hold its connection for seconds. */
const BACKGROUND_POOL = 5;
/** For migrations, which may take their time, and to look after the backups. */
const MAINTENANCE_POOL = 2;

/**
 * Milliseconds that a query or a transaction may take altogether: one that somebody waits for, and one of the start or
 * the background, which the server's own limits end sooner.
 */
export const DEADLINES = { request: 4_000, background: 20_000 } as const;
/** Milliseconds that closing waits for queries under way. */
export const CLOSING_QUERIES_MS = 500;

export const dbOf = (pool: Pool, deadline: number): Db => drizzle(pool.within(deadline), { schema });

/** Connects to the database that the configuration names, or starts the shop's own, and brings it up to date. */
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
  const migrated = await migrate(sql, pathToFileURL(join(root, 'migrations/')));
  if (!migrated.ok) return failure(migrated.failure.message);
  const backups =
    own &&
    keepBackups({
      ...{ sql, admin: own.adminConnection, osUser, backups: backupFolder, data: join(own.folder, 'data') },
      pictures: config.s3 ? undefined : join(config.dataFolder, 'images'),
      note: (good) => noteBackup(sql, good),
      examine: (shop) => troublesOf(drizzle(shop.pool, { schema })),
      clock: () => new Date(),
      log: { info: note, error: (line) => log.error({ backup: true }, line) },
    });
  const pool = createPool(target, { max: BACKGROUND_POOL, log: note });
  resources.defer(() => pool.end(CLOSING_QUERIES_MS));
  return success({ pool, maintenance: sql, target, backups });
}
