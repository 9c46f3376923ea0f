import { createServer } from 'node:net';
import path from 'node:path';
import { type Outcome, success } from '#platform/outcome.ts';
import { archiveSettings, claimBackups, prepareBackupFolder } from './backup-folder.ts';
import { findBinaries } from './binaries.ts';
import { prepareFolder } from './cluster-folder.ts';
import type { ConnectionOptions } from './connection.ts';
import { ensureCluster } from './create-cluster.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { ensureShopDatabase } from './ensure-database.ts';
import { type FolderLock, holdFolder } from './folder-lock.ts';
import { chooseAccount } from './os-account.ts';
import { startPostmaster } from './postmaster.ts';
import { connect } from './sql.ts';
import { supervise } from './supervise.ts';

/** `stop` ends all its processes within about 8 s and releases the folder. */
export type EmbeddedPostgres = {
  connection: ConnectionOptions;
  adminConnection: ConnectionOptions;
  /** Where the data is; not always the requested folder. */
  folder: string;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  folder: string;
  osUser?: string | undefined;
  /** False trades crash safety for speed: for tests only. */
  durable?: boolean;
  backups?: string | undefined;
  log: (line: string) => void;
};

/** Starts the server, making missing data, and restarts it until `stop`. No network but Windows' 127.0.0.1. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Outcome<EmbeddedPostgres, DatabaseFailure>> {
  const { log, durable = true } = options;
  const account = await chooseAccount({ osUser: options.osUser, data: path.resolve(options.folder, 'data') });
  if (!account.ok) return account;
  const folder = await prepareFolder(options.folder, account.value, log);
  if (!folder.ok) return folder;
  const binaries = await findBinaries(account.value, log);
  if (!binaries.ok) return binaries;
  const backups = options.backups ? await prepareBackupFolder(options.backups, account.value, log) : undefined;
  if (backups && !backups.ok) return backups;
  const lock = await holdFolder(folder.value.root, log);
  if (!lock.ok) return lock;

  return releasingOnFailure(lock.value, async () => {
    const passwords = await ensureCluster(folder.value, binaries.value, account.value, durable);
    if (!passwords.ok) return passwords;
    const claimed = backups && (await claimBackups(backups.value, folder.value.data));
    if (claimed && !claimed.ok) return claimed;
    const place =
      process.platform === 'win32'
        ? { host: '127.0.0.1', port: await freePort() }
        : { host: folder.value.socket, port: 5432 };
    const admin = { ...place, user: 'postgres', password: passwords.value.admin, database: 'postgres' };
    const shop = { ...place, user: 'shop', password: passwords.value.shop, database: 'shop' };
    const settings = backups ? archiveSettings(backups.value) : {};
    const programs = { binaries: binaries.value, account: account.value };
    const plan = { folder: folder.value, ...programs, durable, admin, log, settings };

    const first = await startPostmaster(plan, new AbortController().signal);
    if (!first.ok) return first;
    const supervisor = supervise(first.value, plan, lock.value);
    const shopFailure = await prepareShop(admin, shop, log);
    if (shopFailure !== undefined) {
      await supervisor.stop();
      return shopFailure;
    }
    return success({ connection: shop, adminConnection: admin, folder: folder.value.root, stop: supervisor.stop });
  });
}

async function releasingOnFailure<T, F>(lock: FolderLock, work: () => Promise<Outcome<T, F>>): Promise<Outcome<T, F>> {
  let finished = false;
  try {
    const outcome = await work();
    finished = outcome.ok;
    return outcome;
  } finally {
    if (!finished) lock.release();
  }
}

async function prepareShop(admin: ConnectionOptions, shop: ConnectionOptions, log: (line: string) => void) {
  const sql = connect(admin, { max: 1, log });
  try {
    await ensureShopDatabase(sql, shop);
    return undefined;
  } catch (thrown) {
    return databaseFailure('start-failed', `The shop's database could not be made (${reasonOf(thrown)}): start again.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
