import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { prepareFolder } from './cluster-folder.ts';
import { type ConnectionOptions, connect, reachable } from './connect.ts';
import type { DatabaseFailure } from './database-failure.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import { chooseAccount } from './os-account.ts';

/** A Postgres that a command uses; `stop` ends it only if the command itself started it. */
export type JoinedPostgres = {
  readonly connection: ConnectionOptions;
  stop(): Promise<void>;
};

/**
 * The shop's own Postgres for a command that runs beside the open shop or without it: the one that runs on this
 * folder, or else one started for as long as the command needs it.
 */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Outcome<JoinedPostgres, DatabaseFailure>> {
  const running = await runningPostgres(options);
  if (running) return success({ connection: running, stop: async () => {} });
  return startEmbeddedPostgres(options);
}

async function runningPostgres({ folder, osUser, log }: EmbeddedPostgresOptions) {
  // Its port is the shop's secret there; the folder's lock then says that the shop has to be stopped first.
  if (process.platform === 'win32') return undefined;
  const account = await chooseAccount({ osUser, data: path.resolve(folder, 'data') });
  if (!account.ok) return undefined;
  const places = await prepareFolder(folder, account.value, log);
  if (!places.ok) return undefined;
  const password = await readFile(places.value.shopPassword, 'utf8').catch(() => undefined);
  if (password === undefined) return undefined;
  const connection = {
    host: places.value.socket,
    port: 5432,
    user: 'shop',
    password: password.trim(),
    database: 'shop',
  };
  const sql = connect(connection, { max: 1, log });
  try {
    return (await reachable(sql)).ok ? connection : undefined;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
