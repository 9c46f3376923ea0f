import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeDurably } from '#platform/files/durable-files.ts';
import { type Outcome, success } from '#platform/outcome.ts';
import type { Binaries } from './binaries.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { dieWithUs } from './die-with-us.ts';
import { diskFullFailure, freeSpace } from './disk-space.ts';
import { type OsAccount, runAs } from './os-account.ts';
import { finishSwap } from './swap-cluster.ts';

export type Passwords = { admin: string; shop: string };

const MIN_FREE_BYTES = 150_000_000;

/** The cluster's passwords; makes a missing cluster. Requires the folder lock. Never removes a data folder. */
export async function ensureCluster(
  folder: ClusterFolder,
  binaries: Binaries,
  account: OsAccount | undefined,
  durable: boolean,
): Promise<Outcome<Passwords, DatabaseFailure>> {
  try {
    await finishSwap(folder);
    const version = await readText(path.join(folder.data, 'PG_VERSION'));
    if (version !== undefined) return await existingCluster(folder, binaries, version.trim());
    if (!existsSync(folder.data)) return await newCluster(folder, binaries, account, durable);
    return databaseFailure(
      'data-damaged',
      `The folder ${folder.data} is no whole database (PG_VERSION is missing): restore it from a backup, or name another folder in SHOP_DATA.`,
    );
  } catch (thrown) {
    return creationFailure(folder, reasonOf(thrown), binaries);
  }
}

async function existingCluster(
  folder: ClusterFolder,
  binaries: Binaries,
  version: string,
): Promise<Outcome<Passwords, DatabaseFailure>> {
  if (version !== binaries.major) {
    return databaseFailure(
      'version-unsupported',
      `The data in ${folder.data} was written by PostgreSQL ${version} and this shop brings ${binaries.major}: start the shop that wrote it, or name another folder in SHOP_DATA.`,
    );
  }
  return readPasswords(folder);
}

export async function readPasswords(folder: ClusterFolder): Promise<Outcome<Passwords, DatabaseFailure>> {
  const admin = await readPassword(folder.adminPassword);
  const shop = await readPassword(folder.shopPassword);
  if (admin === undefined || shop === undefined)
    return databaseFailure(
      'data-damaged',
      `The folder ${folder.root} has a database but lacks its password files: restore admin.password and shop.password from a backup.`,
    );
  const empty = admin === '' ? folder.adminPassword : shop === '' ? folder.shopPassword : undefined;
  if (empty === undefined) return success({ admin, shop });
  return databaseFailure(
    'data-damaged',
    `The password file ${empty} is empty, and without it nobody enters the database: copy it back from a backup of this shop (${path.basename(empty)} in a folder below BACKUP_DIR).`,
  );
}

export const wrongPassword = (file: string) =>
  databaseFailure(
    'data-damaged',
    `The password in ${file} is not that of the database: copy it back from a backup of this shop (${path.basename(file)} in a folder below BACKUP_DIR).`,
  );

async function newCluster(
  folder: ClusterFolder,
  binaries: Binaries,
  account: OsAccount | undefined,
  durable: boolean,
): Promise<Outcome<Passwords, DatabaseFailure>> {
  const free = await freeSpace(folder.root);
  if (free < MIN_FREE_BYTES) {
    return databaseFailure(
      'disk-full',
      `The disk under ${folder.root} has ${Math.floor(free / 1_000_000)} MB left and a new database needs 150 MB: free some space and start again.`,
    );
  }
  // Passwords first: data without its password would be inaccessible for good.
  const admin = await keepPassword(folder.adminPassword, account);
  const shop = await keepPassword(folder.shopPassword, account);
  // Renamed when complete: an interrupted initdb never looks finished.
  const draft = path.join(folder.root, `data.new-${randomBytes(4).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  const result = await runInitdb(folder, binaries, account, durable, draft);
  if (result.code !== 0) return creationFailure(folder, result.output, binaries);
  await rename(draft, folder.data);
  if (durable) await syncFolder(folder.root);
  return success({ admin, shop });
}

function runInitdb(
  folder: ClusterFolder,
  binaries: Binaries,
  account: OsAccount | undefined,
  durable: boolean,
  draft: string,
): Promise<{ code: number | null; output: string }> {
  // Builtin collation: a newer system never changes an index. Character classes, which it lacks, come from the system.
  const classes = { linux: ['--lc-ctype=C.UTF-8'], darwin: ['--lc-ctype=UTF-8'] }[process.platform as string] ?? [];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...classes, '--encoding=UTF8'];
  const access = ['--username=postgres', `--pwfile=${folder.adminPassword}`, '--auth=scram-sha-256'];
  // Segments are kept for a week, at least one for each minute with changes: small ones.
  const rest = ['--data-checksums', '--wal-segsize=1', '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const command = [...dieWithUs(), binaries.initdb, '-D', draft, ...locale, ...access, ...rest];
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...runAs(account),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  child.stderr.on('data', (piece) => {
    output += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function creationFailure(folder: ClusterFolder, output: string, binaries: Binaries) {
  if (/No space left|ENOSPC/.test(output)) return diskFullFailure(folder.root);
  const errors = output
    .trim()
    .split('\n')
    .filter((line) => /error|fatal/i.test(line));
  const reason = (errors[0] ?? output.trim().split('\n').at(-1) ?? '').trim();
  return databaseFailure(
    'start-failed',
    `A new database could not be made in ${folder.root} with ${binaries.initdb} (${reason}): correct that, or set DATABASE_URL to a Postgres 15 or newer.`,
  );
}

/** The password in the file. A file that is absent or empty gets `known`, or else a new one. */
export async function keepPassword(file: string, account: OsAccount | undefined, known?: string): Promise<string> {
  const kept = await readPassword(file);
  if (kept) return kept;
  const password = known || randomBytes(24).toString('base64url');
  await writeDurably(file, password, { mode: 0o600, owner: account });
  return password;
}

/** Without the line end that an editor adds; undefined when there is no such file. */
export const readPassword = async (file: string): Promise<string | undefined> => (await readText(file))?.trim();

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
