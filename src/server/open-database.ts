import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { type BackupRounds, keepBackups } from '../database/backup/keep-backups.ts';
import { type ConnectionOptions, connect } from '../database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import { troublesOf } from '../services/kernel/examine-shop.ts';
import * as schema from '../tables/schema.ts';
import type { StartOptions } from './start-options.ts';

export interface OpenDatabase {
  readonly sql: Sql;
  /** Where other processes of this machine find it. */
  readonly target: string | ConnectionOptions;
  /** Of a database of the shop's own, which belongs to this process alone. */
  readonly backups: BackupRounds | undefined;
}

/** What the process that keeps a crew's house needs for its background work. */
const BACKGROUND_POOL = 5;

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
  const sql = connect(target, { max: config.workers > 1 ? BACKGROUND_POOL : config.poolSize, log: note });
  resources.defer(() => sql.end({ timeout: 2 }));
  const migrated = await migrate(sql, pathToFileURL(join(root, 'migrations/')));
  if (!migrated.ok) return failure(migrated.failure.message);
  const backups =
    own &&
    keepBackups({
      ...{ sql, admin: own.adminConnection, osUser, backups: backupFolder, data: join(own.folder, 'data') },
      pictures: config.s3 ? undefined : join(config.dataFolder, 'images'),
      examine: (shop) => troublesOf(drizzle(shop, { schema })),
      clock: () => new Date(),
      log: { info: note, error: (line) => log.error({ backup: true }, line) },
    });
  return success({ sql, target, backups });
}
