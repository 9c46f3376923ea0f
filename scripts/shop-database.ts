import { join } from 'node:path';
import process from 'node:process';
import { drizzle } from 'drizzle-orm/postgres-js';
import { type Config, readConfig } from '../src/config.ts';
import { connect, reachable } from '../src/database/connect.ts';
import { joinEmbeddedPostgres } from '../src/database/join-postgres.ts';
import type { Db } from '../src/services/kernel/context.ts';
import * as schema from '../src/tables/schema.ts';

/**
 * Does a command's work on the shop's database, whether the shop is open or not. Says what is wrong, and sets the
 * exit code, when the settings or the database are.
 */
export async function withShopDatabase(work: (db: Db, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (!config.ok) return refuse(config.failure.join('\n'));
  const target = await findDatabase(config.value);
  if (typeof target === 'string') return refuse(target);
  const sql = connect(target.connection, { max: 2, log: () => {} });
  try {
    const answered = await reachable(sql);
    if (!answered.ok) return refuse(answered.failure.message);
    const [tables] = await sql`select to_regclass('person') is not null as there`;
    if (!tables?.there) return refuse('This database holds no shop yet: open the shop once with npm start.');
    await work(drizzle(sql, { schema }), config.value);
  } finally {
    await sql.end({ timeout: 2 });
    await target.stop();
  }
}

/** Says why a command does nothing, and lets it end as failed. */
export function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

async function findDatabase({ databaseUrl, dataFolder, postgresOsUser }: Config) {
  if (databaseUrl) return { connection: databaseUrl, stop: async () => {} };
  const folder = join(dataFolder, 'postgres');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const joined = await joinEmbeddedPostgres({ folder, osUser: postgresOsUser, log });
  return joined.ok ? joined.value : joined.failure.message;
}
