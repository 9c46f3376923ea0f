import { createServer } from 'node:net';
import path from 'node:path';
import { type Outcome, success } from '#platform/outcome.ts';
import { respawn } from '#platform/processes/respawn.ts';
import { archiveSettings, claimBackups, KEEP_LOG, openBackupFolder, rememberBackups } from './backup-folder.ts';
import { findBinaries } from './binaries.ts';
import { prepareFolder } from './cluster-folder.ts';
import type { ConnectionOptions } from './connection.ts';
import { ensureCluster } from './create-cluster.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { type FolderLock, holdFolder } from './folder-lock.ts';
import { chooseAccount } from './os-account.ts';
import { endPostmaster, type Postmaster, startPostmaster } from './postmaster.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';
import { connected, type Sql } from './sql.ts';

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
  const wanted = options.backups;
  const backups = wanted ? await openBackupFolder(wanted, folder.value, account.value, log) : undefined;
  if (backups && !backups.ok) return backups;
  const lock = await holdFolder(folder.value.root, log);
  if (!lock.ok) return lock;

  return releasingOnFailure(lock.value, async () => {
    const passwords = await ensureCluster(folder.value, binaries.value, account.value, durable);
    if (!passwords.ok) return passwords;
    if (wanted && backups?.value) {
      const claimed = await claimBackups(backups.value, folder.value.data);
      if (!claimed.ok) return claimed;
      await rememberBackups(folder.value, wanted, account.value);
    }
    const place =
      process.platform === 'win32'
        ? { host: '127.0.0.1', port: await freePort() }
        : { host: folder.value.socket, port: 5432 };
    const admin = { ...place, user: 'postgres', password: passwords.value.admin, database: 'postgres' };
    const shop = { ...place, user: 'shop', password: passwords.value.shop, database: 'shop' };
    const settings = backups?.value ? archiveSettings(backups.value) : backups ? KEEP_LOG : {};
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
  try {
    await connected(admin, log, (sql) => ensureShopDatabase(sql, shop));
    return undefined;
  } catch (thrown) {
    return databaseFailure('start-failed', `The shop's database could not be made (${reasonOf(thrown)}): start again.`);
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

function supervise(first: Postmaster, plan: PostmasterPlan, lock: FolderLock): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const running = respawn(first, {
    async start(signal) {
      try {
        const started = await startPostmaster(plan, signal);
        if (started.ok) return started.value;
        plan.log(started.failure.message);
      } catch (thrown) {
        // On a disk that only reads: the shop goes on with what it has kept.
        plan.log(`Postgres could not be started (${reasonOf(thrown)}).`);
      }
      return undefined;
    },
    ended: ({ exited }) => exited,
    onEnd: (_postmaster, way) => plan.log(`Postgres ended by itself (${way}); starting it again.`),
    onStart: () => plan.log('Postgres is back.'),
    signal: leaving.signal,
  });
  let stopped: Promise<void> | undefined;

  async function stop() {
    leaving.abort();
    const postmaster = await running;
    if (postmaster !== undefined) await endPostmaster(postmaster, plan);
    lock.release();
  }

  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

const LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  transaction_timeout: '15s',
};

/** Makes the missing role and database; safe to repeat. The role owns the database and is no superuser. */
async function ensureShopDatabase(admin: Sql, shop: ConnectionOptions): Promise<void> {
  const settings = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
  const [found] = await admin<[{ role: boolean; limits: string[] | null; database: boolean }]>`
    select
      exists (select from pg_roles where rolname = ${shop.user}) as role,
      (select rolconfig from pg_roles where rolname = ${shop.user}) as limits,
      exists (select from pg_database where datname = ${shop.database}) as database`;
  // Utility statements take no parameters; base64url needs no quoting.
  if (!found.role) await admin.unsafe(`create role ${shop.user} login password '${shop.password}'`);
  if (String(found.limits) !== String(settings)) {
    for (const [name, value] of Object.entries(LIMITS)) {
      await admin.unsafe(`alter role ${shop.user} set ${name} = '${value}'`);
    }
  }
  if (!found.database) await admin.unsafe(`create database ${shop.database} owner ${shop.user}`);
}
