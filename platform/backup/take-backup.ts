import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { digest, makeFor, syncFolder, writeDurably } from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import { type BackupFolder, findBackupFolder, holdBackups } from '#platform/postgres/backup-folder.ts';
import { type Binaries, findBinaries } from '#platform/postgres/binaries.ts';
import { prepareFolder } from '#platform/postgres/cluster-folder.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { readPassword } from '#platform/postgres/create-cluster.ts';
import { reasonOf } from '#platform/postgres/database-failure.ts';
import { freeSpace } from '#platform/postgres/disk-space.ts';
import { chooseAccount, type OsAccount } from '#platform/postgres/os-account.ts';
import { connected, type Sql } from '#platform/postgres/sql.ts';
import { copyCluster } from './copy-cluster.ts';
import { countRows, GROWING } from './count-rows.ts';
import { bytesOfMissing, copyPictures, dropPictures, keysIn, listPictures } from './keep-pictures.ts';
import { type Backup, backupName, isGood, type Manifest, type Proof, readBackups, writeManifest } from './manifest.ts';
import { layOut, recover } from './recover-cluster.ts';
import { chooseKept } from './retention.ts';
import { parseSegment } from './wal-names.ts';

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
  const folder = await findBackupFolder(options.backups, account.value, server?.data);
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
  const full = await tooLittleSpace(data, options.pictures, folder);
  if (full) return failure(full);
  const binaries = await findBinaries(account, log);
  if (!binaries.ok) return failure(binaries.failure.message);

  await makeFor(draft, undefined);
  const passwords = await copyPasswords(path.dirname(data), draft);
  const before = await asking({ ...admin, database: 'shop' }, countRows);
  const copied = await asking(admin, (sql) => copyCluster(sql, { archive: folder.wal, into: draft, account, signal }));
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
  return { files, admin: (await readPassword(path.join(to, 'admin.password'))) ?? '' };
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
async function tooLittleSpace(
  data: string,
  pictures: string | undefined,
  { root, pictures: pool }: BackupFolder,
): Promise<string | undefined> {
  const needed = 2 * (await sizeOf(data)) + (pictures ? await bytesOfMissing(pictures, pool) : 0) + SLACK;
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

const asking = <T>(target: ConnectionOptions, work: (sql: Sql) => Promise<T>): Promise<T> =>
  connected(target, () => {}, work);

/** Applies retention to backups, log and pictures. Requires the backup lock. Unreadable backups stay for a person. */
export async function removeOld(folder: BackupFolder, pictures: string | undefined): Promise<void> {
  const { backups, unreadable } = await readBackups(folder.root);
  const rule = backups.map((backup) => ({ name: backup.name, at: new Date(backup.manifest.to), good: isGood(backup) }));
  const { kept, daily } = chooseKept(rule);
  for (const backup of backups.filter(({ name }) => !kept.has(name))) {
    // Renamed first: a partly deleted backup must not look like a backup.
    const leaving = path.join(folder.root, `new-${'0'.repeat(8)}`);
    await rename(backup.folder, leaving);
    await syncFolder(folder.root);
    await rm(leaving, { recursive: true, force: true });
  }
  const [oldest] = backups.filter(({ name }) => daily.has(name));
  if (oldest) await removeLogBefore(folder.wal, oldest.manifest.startWal, oldest.manifest.segmentSize);

  const staying = backups.filter(({ name }) => kept.has(name));
  if (pictures === undefined || unreadable.length > 0) return;
  const named = staying.flatMap(({ manifest }) =>
    (manifest.pictures ?? []).map((file) => file.path.split('/')[0] ?? ''),
  );
  await dropPictures(folder.pictures, new Set([...named, ...(await keysIn(pictures))]));
}

/** Removes earlier segments of all timelines. Timeline histories stay: they are small. */
async function removeLogBefore(wal: string, first: string, segmentSize: number): Promise<void> {
  const from = parseSegment(first, segmentSize)?.number ?? 0;
  for (const name of await readdir(wal)) {
    const segment = parseSegment(name.slice(0, 24), segmentSize);
    if (segment && segment.number < from) await rm(path.join(wal, name), { force: true });
  }
}

type Trial = {
  readonly binaries: Binaries;
  readonly account: OsAccount | undefined;
  readonly adminPassword: string;
  readonly examine: (sql: Sql) => Promise<string[]>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

/** Name of a trial's folder; the holder of the backup lock may remove it. */
const SCRATCH = /^scratch-[0-9a-f]{8}$/;

/** Restores a backup into a scratch folder and examines it. `before`, `after`: row counts around the copying. */
async function proveBackup(
  backup: Backup,
  root: string,
  trial: Trial,
  { before, after }: { before: Proof['rows']; after: Proof['rows'] },
): Promise<Outcome<Proof, string>> {
  const scratch = path.join(root, `scratch-${randomBytes(4).toString('hex')}`);
  const folder = await prepareFolder(scratch, trial.account, trial.log);
  if (!folder.ok) return failure(folder.failure.message);
  const { binaries, account, log, signal } = trial;
  const credentials = { user: 'postgres', password: trial.adminPassword, database: 'postgres' };
  const admin = { host: folder.value.socket, port: 5432, ...credentials };
  const plan = { folder: folder.value, binaries, account, durable: false, admin, log };
  try {
    await layOut(backup, plan, signal);
    return await recover(plan, { until: 'copy', signal }, async (open) => {
      const shop = open('shop');
      const rows = await countRows(shop);
      const troubles = [...differences(before, rows, after), ...(await trial.examine(shop))];
      return { at: new Date().toISOString(), rows, troubles };
    });
  } finally {
    await rm(folder.value.root, { recursive: true, force: true });
    await rm(folder.value.socket, { recursive: true, force: true });
  }
}

/** The restored row counts of growing tables must lie between those at start and end of the copying. */
function differences(before: Proof['rows'], rows: Proof['rows'], after: Proof['rows']): string[] {
  return GROWING.filter((table) => {
    const restored = rows[table] ?? -1;
    return restored < (before[table] ?? 0) || restored > (after[table] ?? 0);
  }).map((table) => `${table} had ${before[table]} to ${after[table]} rows and has ${rows[table]} in the copy`);
}
