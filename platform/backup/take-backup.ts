import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { digest, makeFor, syncFolder, writeDurably } from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import { type BackupFolder, holdBackups, prepareBackupFolder } from '#platform/postgres/backup-folder.ts';
import { findBinaries } from '#platform/postgres/binaries.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { reasonOf } from '#platform/postgres/database-failure.ts';
import { freeSpace } from '#platform/postgres/disk-space.ts';
import { chooseAccount, type OsAccount } from '#platform/postgres/os-account.ts';
import { connect, type Sql } from '#platform/postgres/sql.ts';
import { copyCluster } from './copy-cluster.ts';
import { countRows } from './count-rows.ts';
import { copyPictures, listPictures } from './keep-pictures.ts';
import { type Backup, backupName, type Manifest, type Proof, readBackups, writeManifest } from './manifest.ts';
import { proveBackup, SCRATCH } from './prove-backup.ts';
import { removeOld } from './remove-old.ts';

export type BackupOptions = {
  readonly admin: ConnectionOptions;
  readonly osUser: string | undefined;
  readonly backups: string;
  readonly pictures: string | undefined;
  readonly examine: (sql: Sql) => Promise<string[]>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

/** A backup is renamed when its trial is over and everything is on disk. */
const DRAFT = /^new-[0-9a-f]{8}$/;
const SLACK = 100_000_000;

/** Takes a backup, restores it on trial and applies retention. A faulty backup is kept; a failure leaves nothing. */
export async function takeBackup(options: BackupOptions): Promise<Outcome<Backup, string>> {
  const [server] = await asking({ ...options.admin }, (sql) => sql`select current_setting('data_directory') as data`);
  const account = await chooseAccount({ osUser: options.osUser, data: server?.data });
  if (!account.ok) return failure(account.failure.message);
  const folder = await prepareBackupFolder(options.backups, account.value, options.log);
  if (!folder.ok) return failure(folder.failure.message);
  const held = await holdBackups(folder.value, options.log);
  if (!held.ok) return failure(held.failure.message);
  const draft = path.join(folder.value.root, `new-${randomBytes(4).toString('hex')}`);
  try {
    await removeInterrupted(folder.value);
    return await makeBackup(options, server?.data, account.value, folder.value, draft);
  } catch (thrown) {
    if (options.signal.aborted) return failure('The backup was interrupted.');
    return failure(
      (thrown as NodeJS.ErrnoException).code === 'ENOSPC'
        ? `The disk under ${folder.value.root} became full: free some space and try again; the backups that are there are whole.`
        : `The backup was given up (${reasonOf(thrown)}).`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
    held.value.release();
  }
}

async function makeBackup(
  options: BackupOptions,
  data: string,
  account: OsAccount | undefined,
  folder: BackupFolder,
  draft: string,
): Promise<Outcome<Backup, string>> {
  const { admin, signal, log } = options;
  const full = await tooLittleSpace(data, options.pictures, folder.root);
  if (full) return failure(full);
  const binaries = await findBinaries(account, log);
  if (!binaries.ok) return failure(binaries.failure.message);

  await makeFor(draft, undefined);
  const passwords = await copyPasswords(path.dirname(data), draft);
  const before = await asking({ ...admin, database: 'shop' }, countRows);
  const copied = await copyCluster(admin, { archive: folder.wal, into: draft, signal });
  if (!copied.ok) return copied;
  const after = await asking({ ...admin, database: 'shop' }, countRows);
  // After the database: the pictures that it names are all stored by now.
  const pictures = options.pictures === undefined ? null : await pooled(options.pictures, folder, signal);

  const manifest = (proof: Proof): Manifest => ({
    format: 1,
    ...copied.value,
    files: [...copied.value.files, ...passwords.files],
    pictures,
    proof,
  });
  const unproven = { at: new Date().toISOString(), rows: after, troubles: [] };
  const trial = { binaries: binaries.value, account, adminPassword: passwords.admin, examine: options.examine };
  const proof = await proveBackup(
    { name: path.basename(draft), folder: draft, manifest: manifest(unproven) },
    folder.root,
    { ...trial, log, signal },
    { before, after },
  );
  if (!proof.ok) return failure(`The backup could not be restored on trial and is not kept: ${proof.failure}`);

  const whole = manifest(proof.value);
  await writeManifest(draft, whole);
  const name = backupName(new Date(whole.to));
  const place = path.join(folder.root, name);
  await rename(draft, place);
  await syncFolder(folder.root);
  await removeOld(folder, options.pictures);
  return success({ name, folder: place, manifest: whole });
}

async function copyPasswords(from: string, to: string) {
  const files = [];
  for (const name of ['admin.password', 'shop.password']) {
    const text = await readFile(path.join(from, name), 'utf8');
    await writeDurably(path.join(to, name), text, { mode: 0o600 });
    files.push({ path: name, ...digest(text) });
  }
  return { files, admin: await readFile(path.join(to, 'admin.password'), 'utf8') };
}

async function pooled(pictures: string, { root, pictures: pool }: BackupFolder, signal: AbortSignal) {
  await copyPictures(pictures, pool, signal);
  const { backups } = await readBackups(root);
  return listPictures(pool, backups.at(-1)?.manifest.pictures ?? []);
}

async function removeInterrupted({ root, wal }: BackupFolder): Promise<void> {
  for (const entry of await readdir(root)) {
    if (DRAFT.test(entry) || SCRATCH.test(entry))
      await rm(path.join(root, entry), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  for (const entry of await readdir(wal)) {
    // Left by a killed server, which writes another next time.
    if (entry.startsWith('archtemp.') && (await isOld(path.join(wal, entry))))
      await rm(path.join(wal, entry), { force: true });
  }
}

const isOld = async (file: string) => {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > 3_600_000;
};

/** The trial needs a second copy of the data. */
async function tooLittleSpace(data: string, pictures: string | undefined, root: string): Promise<string | undefined> {
  const needed = 2 * (await sizeOf(data)) + (pictures ? await sizeOf(pictures) : 0) + SLACK;
  const free = await freeSpace(root);
  if (free >= needed) return undefined;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  return `The disk under ${root} has ${megabytes(free)} left and a backup needs up to ${megabytes(needed)}: free some space, or name a larger disk in BACKUP_DIR.`;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

async function asking<T>(target: ConnectionOptions, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(target, { max: 1, log: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
