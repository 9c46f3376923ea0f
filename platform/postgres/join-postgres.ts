import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, success } from '#platform/outcome.ts';
import { prepareFolder } from './cluster-folder.ts';
import type { ConnectionOptions } from './connection.ts';
import { readPasswords } from './create-cluster.ts';
import type { DatabaseFailure } from './database-failure.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import { chooseAccount } from './os-account.ts';
import { reachable } from './reachable.ts';
import { connected } from './sql.ts';

/** `stop` ends the server only if this command started it. */
export type JoinedPostgres = {
  readonly connection: ConnectionOptions;
  readonly adminConnection: ConnectionOptions;
  stop(): Promise<void>;
};

/** Uses the server that runs on this folder, or starts one for the command. */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Outcome<JoinedPostgres, DatabaseFailure>> {
  const running = await runningPostgres(options);
  if (running?.ok) return success({ ...running.value, stop: async () => {} });
  return running ?? startEmbeddedPostgres(options);
}

async function runningPostgres({ folder, osUser, log }: EmbeddedPostgresOptions) {
  // The port is unknown there; the folder's lock then reports that the shop is open.
  if (process.platform === 'win32') return undefined;
  const account = await chooseAccount({ osUser, data: path.resolve(folder, 'data') });
  if (!account.ok) return undefined;
  const places = await prepareFolder(folder, account.value, log);
  if (!places.ok) return undefined;
  // Only existing data has passwords that can be damaged.
  if (!existsSync(path.join(places.value.data, 'PG_VERSION'))) return undefined;
  const passwords = await readPasswords(places.value);
  if (!passwords.ok) return passwords;
  const { shop, admin } = passwords.value;
  const place = { host: places.value.socket, port: 5432 };
  const connection = { ...place, user: 'shop', password: shop, database: 'shop' };
  const adminConnection = { ...place, user: 'postgres', password: admin, database: 'postgres' };
  const { ok } = await connected(connection, log, reachable);
  return ok ? success({ connection, adminConnection }) : undefined;
}
