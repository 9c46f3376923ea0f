import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { drizzle } from 'drizzle-orm/node-postgres';
import { databaseFailure } from '../platform/postgres/database-failure.ts';
import { joinEmbeddedPostgres } from '../platform/postgres/join-postgres.ts';
import { versionFailure } from '../platform/postgres/migrate.ts';
import { reachable } from '../platform/postgres/reachable.ts';
import { connect, type Sql } from '../platform/postgres/sql.ts';
import { type Config, readConfig } from '../src/config.ts';
import { refuseCopy } from '../src/server/copied-data.ts';
import { holdsShop } from '../src/server/data-left-behind.ts';
import type { Db } from '../src/services/kernel/context.ts';
import * as schema from '../src/tables/schema.ts';

/** Runs a command on the shop's database, open or not. On a failure prints why and sets the exit code. */
export async function withShopDatabase(work: (db: Db, config: Config, sql: Sql) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (!config.ok) return refuse(config.failure.join('\n'));
  const target = await findDatabase(config.value);
  if (typeof target === 'string') return refuse(target);
  const sql = connect(target.connection, { max: 2, log: () => {} });
  try {
    const answered = await reachable(sql);
    if (!answered.ok) return refuse(answered.failure.message);
    if (!(await holdsShop(sql))) return refuse(NO_SHOP);
    const otherVersion = await versionFailure(sql, new URL('../migrations/', import.meta.url));
    if (otherVersion) return refuse(otherVersion);
    await work(drizzle(sql.pool, { schema }), config.value, sql);
  } finally {
    await sql.end({ timeout: 2 });
    await target.stop();
  }
}

export function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

async function findDatabase(config: Config) {
  if (config.databaseUrl) return { connection: config.databaseUrl, stop: async () => {} };
  const joined = await joinOwnPostgres(config);
  return joined.ok ? joined.value : joined.failure.message;
}

/** Uses the running server, or starts one for the command. Makes no folder where there is no shop. */
export async function joinOwnPostgres(config: Config) {
  if (!existsSync(config.dataFolder)) return databaseFailure('folder-unusable', NO_SHOP);
  const copied = refuseCopy(config);
  if (copied) return databaseFailure('folder-unusable', copied);
  const { dataFolder, postgresOsUser, backupFolder } = config;
  const folder = join(dataFolder, 'postgres');
  return joinEmbeddedPostgres({ folder, osUser: postgresOsUser, backups: backupFolder, log: warn });
}

export const NO_SHOP =
  'This database holds no shop yet: correct SHOP_DATA or DATABASE_URL, or open the shop once with npm start.';

export const warn = (line: string): void => void process.stderr.write(`${line}\n`);
