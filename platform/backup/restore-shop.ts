import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyFor, damagedFiles, eachOf } from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import { type BackupFolder, findBackupFolder, holdBackups, KEEP_LOG } from '#platform/postgres/backup-folder.ts';
import { findBinaries } from '#platform/postgres/binaries.ts';
import { type ClusterFolder, prepareFolder } from '#platform/postgres/cluster-folder.ts';
import { keepPassword, type Passwords, readPassword } from '#platform/postgres/create-cluster.ts';
import { reasonOf } from '#platform/postgres/database-failure.ts';
import { freeSpace } from '#platform/postgres/disk-space.ts';
import { holdFolder } from '#platform/postgres/folder-lock.ts';
import { nearestExisting } from '#platform/postgres/make-folders.ts';
import { newerThan } from '#platform/postgres/migrate.ts';
import { chooseAccount, type OsAccount } from '#platform/postgres/os-account.ts';
import type { PostmasterPlan } from '#platform/postgres/postmaster-plan.ts';
import { retirePredecessor } from '#platform/postgres/predecessor.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import { finishSwap, swapCluster } from '#platform/postgres/swap-cluster.ts';
import { chooseBackup, isOnBranch, lostLog, readArchive } from './choose-backup.ts';
import { countRows } from './count-rows.ts';
import { bytesOfMissing, copyPictures } from './keep-pictures.ts';
import { type Backup, readBackups } from './manifest.ts';
import { layOut, type Recovered, recover } from './recover-cluster.ts';
import { isHistory, parseSegment } from './wal-names.ts';

export type RestoreOptions = {
  readonly folder: string;
  readonly osUser: string | undefined;
  readonly backups: string;
  readonly pictures: string | undefined;
  readonly to?: Date | undefined;
  readonly name?: string | undefined;
  /** A copy to inspect, whose changes must not reach the archive. */
  readonly beside: boolean;
  /** Of the shop that will open: what has others is not restored. */
  readonly migrations: URL;
  readonly examine: (sql: Sql) => Promise<string[]>;
  readonly note: (sql: Sql, to: Date) => Promise<void>;
  /** Runs before the restored data can be opened; nothing is restored when it throws. */
  readonly mark?: (() => Promise<void>) | undefined;
  readonly log: (line: string) => void;
  readonly progress: (text: string) => void;
};

export type Restored = {
  readonly backup: Backup;
  readonly recovered: Recovered;
  readonly rows: Readonly<Record<string, number>>;
  readonly troubles: readonly string[];
  readonly folder: string;
  readonly aside: string | undefined;
  readonly pictures: number;
};

const SLACK = 100_000_000;
const NEVER = new AbortController().signal;

/** Restores the shop to a moment and moves the previous data aside. A failure changes nothing. */
export async function restoreShop(options: RestoreOptions): Promise<Outcome<Restored, string>> {
  const account = await chooseAccount({ osUser: options.osUser, data: path.resolve(options.folder, 'data') });
  if (!account.ok) return failure(account.failure.message);
  const backups = await findBackupFolder(options.backups, account.value);
  if (!backups.ok) return failure(backups.failure.message);
  const target = await prepareFolder(options.folder, account.value, options.log);
  if (!target.ok) return failure(target.failure.message);
  if (options.beside && existsSync(target.value.data))
    return failure(`There is a database in ${target.value.root} already: name a new folder.`);

  await using held = new AsyncDisposableStack();
  const shop = await holdFolder(target.value.root, options.log);
  if (!shop.ok) return failure(`The shop is open: stop it first. (${shop.failure.message})`);
  held.defer(async () => shop.value.release());
  const lock = await holdBackups(backups.value, options.log);
  if (!lock.ok) return failure(lock.failure.message);
  held.defer(async () => lock.value.release());
  try {
    await finishSwap(target.value);
    return await restore(options, account.value, backups.value, target.value);
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code === 'ENOSPC' ? 'the disk became full' : reasonOf(thrown);
    return failure(`Nothing was restored (${reason}); what was there is as it was.`);
  }
}

async function restore(
  options: RestoreOptions,
  account: OsAccount | undefined,
  backups: BackupFolder,
  folder: ClusterFolder,
): Promise<Outcome<Restored, string>> {
  const { log, progress, to } = options;
  const chosen = await choose(options, backups);
  if (!chosen.ok) return chosen;
  const backup = chosen.value;
  progress(`Checking the backup ${backup.name}`);
  const damaged = await damagedFiles(backup.folder, backup.manifest.files);
  if (damaged.length > 0)
    return failure(
      `The backup ${backup.name} is damaged (${damaged.slice(0, 3).join(', ')}): restore from an earlier one with --backup; --list shows them.`,
    );
  const binaries = await findBinaries(account, log);
  if (!binaries.ok) return failure(binaries.failure.message);
  const full = await tooLittleSpace(backup, backups, folder.root, options.pictures);
  if (full) return failure(full);

  const draft = { ...folder, data: path.join(folder.root, `data.restored-${randomBytes(4).toString('hex')}`) };
  const adminPassword = (await readPassword(path.join(backup.folder, 'admin.password'))) ?? '';
  const credentials = { user: 'postgres', password: adminPassword, database: 'postgres' };
  const plan: PostmasterPlan = {
    ...{ folder: draft, binaries: binaries.value, account, durable: true, log },
    admin: { host: folder.socket, port: 5432, ...credentials },
    // Its log waits in its folder for the next start: an archive with a timeline that is given up makes later backups useless.
    ...(options.beside ? {} : { settings: KEEP_LOG }),
  };
  const predecessor = await retirePredecessor({ ...plan, folder }, NEVER);
  if (!predecessor.ok) return failure(predecessor.failure.message);

  let done = false;
  try {
    progress('Copying the backup');
    await layOut(backup, plan);
    await giveLog(backups, account);
    const archive = await readArchive(backups.wal);
    if (!options.beside) await addUnarchived(backup, folder, plan, archive.files);
    progress('Replaying the log');
    const passwords = await keepPasswords(backup, folder, account);
    const until = to ?? 'end';
    const replayed = await recover(plan, { until, archive: backups.wal, signal: NEVER }, async (open, recovered) => {
      const shop = open('shop');
      const newer = await newerThan(shop, options.migrations);
      if (newer) throw new Error(newer);
      await options.note(shop, recovered.lastChange ?? new Date(backup.manifest.to));
      const lost = to && recovered.reached ? [] : lostLog(backup, recovered.lsn, archive);
      const troubles = [...lost, ...(await troublesOf(shop, options.examine))];
      const rows = await countRows(shop);
      await setPasswords(open('postgres'), passwords);
      return { recovered, rows, troubles };
    });
    if (!replayed.ok) return failure(`Nothing was restored: ${replayed.failure}`);
    const name = `data.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    await options.mark?.();
    // Once the old data is moved, a swap that is interrupted is completed by the next start.
    done = true;
    const aside = await swapCluster(folder, path.basename(draft.data), name);
    progress('Copying pictures');
    const { pictures, missing } = await putBackPictures(backups.pictures, options.pictures);
    const troubles = [...replayed.value.troubles, ...missing];
    return success({ backup, ...replayed.value, troubles, folder: folder.root, aside, pictures });
  } finally {
    if (!done) await rm(draft.data, { recursive: true, force: true });
  }
}

async function choose({ to, name }: RestoreOptions, folder: BackupFolder): Promise<Outcome<Backup, string>> {
  const { backups, unreadable } = await readBackups(folder.root);
  const archive = await readArchive(folder.wal);
  if (name !== undefined) {
    const named = backups.find((backup) => backup.name === name);
    if (!named)
      return failure(
        unreadable.includes(name)
          ? `The backup ${name} is damaged: its manifest cannot be read. --list shows the others.`
          : `There is no backup ${name} in ${folder.root}: --list shows those that are there.`,
      );
    if (!isOnBranch(named, archive))
      return failure(
        `The backup ${name} belongs to a time that an earlier restore gave up: choose an older or newer one.`,
      );
    if (to && Date.parse(named.manifest.to) > to.getTime())
      return failure(
        `The backup ${name} was finished at ${named.manifest.to}, after the moment asked for: choose an older one.`,
      );
    return success(named);
  }
  const chosen = chooseBackup(backups, archive, to);
  if (chosen) return success(chosen);
  if (backups.length + unreadable.length === 0) return failure(`There is no backup in ${folder.root}.`);
  return failure('No good backup is that old: --list shows which moments can be reached.');
}

/** The database is restored by now: what fails here must not say otherwise. */
async function putBackPictures(from: string, to: string | undefined) {
  if (to === undefined) return { pictures: 0, missing: [] };
  try {
    await mkdir(to, { recursive: true });
    return { pictures: await copyPictures(from, to, NEVER), missing: [] };
  } catch (thrown) {
    const missing = `The database is restored, but pictures are missing (${reasonOf(thrown)}): mend that, then copy the folders in ${from} to ${to}.`;
    return { pictures: 0, missing: [missing] };
  }
}

async function tooLittleSpace(
  { manifest }: Backup,
  backups: BackupFolder,
  root: string,
  pictures: string | undefined,
): Promise<string | undefined> {
  const database = manifest.files.reduce((sum, file) => sum + file.bytes, SLACK);
  const beside = pictures !== undefined && (await areOnOneDisk(root, await nearestExisting(pictures)));
  // Pictures that cannot be looked at are reported when they are copied: they stop no restore.
  const needed = database + (beside ? await bytesOfMissing(backups.pictures, pictures).catch(() => 0) : 0);
  const free = await freeSpace(root);
  if (free >= needed) return undefined;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  return `The disk under ${root} has ${megabytes(free)} left and the restored shop needs ${megabytes(needed)}: free some space first.`;
}

const areOnOneDisk = async (one: string, other: string) => (await stat(one)).dev === (await stat(other)).dev;

/** An archive from another machine may belong to an account of that machine. */
async function giveLog({ wal }: BackupFolder, account: OsAccount | undefined): Promise<void> {
  if (!account) return;
  await eachOf(await readdir(wal), (name) => chown(path.join(wal, name), account.uid, account.gid));
}

/** The old folder's log that is not in the archive; without its history files a timeline would be left out as a whole. */
async function addUnarchived(
  { manifest }: Backup,
  old: ClusterFolder,
  plan: PostmasterPlan,
  archived: ReadonlySet<string>,
): Promise<void> {
  const from = parseSegment(manifest.startWal, manifest.segmentSize)?.number ?? 0;
  const log = path.join(old.data, 'pg_wal');
  for (const name of existsSync(log) ? await readdir(log) : []) {
    const segment = parseSegment(name, manifest.segmentSize);
    const wanted = segment ? segment.number >= from : isHistory(name);
    if (!wanted || archived.has(name)) continue;
    const to = path.join(plan.folder.data, 'pg_wal', name);
    await copyFor(path.join(log, name), to, { owner: plan.account, durable: true });
  }
}

/** Keeps the folder's passwords, which the shop uses; a new folder gets those of the backup. */
async function keepPasswords(backup: Backup, folder: ClusterFolder, owner: OsAccount | undefined): Promise<Passwords> {
  const keep = async (file: string) =>
    keepPassword(file, owner, await readPassword(path.join(backup.folder, path.basename(file))));
  return { admin: await keep(folder.adminPassword), shop: await keep(folder.shopPassword) };
}

/** Utility statements take no parameters; base64url needs no quoting. */
async function setPasswords(sql: Sql, { admin, shop }: Passwords): Promise<void> {
  await sql.unsafe(`alter role shop password '${shop}'`);
  await sql.unsafe(`alter role postgres password '${admin}'`);
}

async function troublesOf(shop: Sql, examine: RestoreOptions['examine']): Promise<string[]> {
  try {
    return await examine(shop);
  } catch (thrown) {
    // An older schema, which the next start migrates.
    return [`It could not be examined (${reasonOf(thrown)}): open it, then look with npm run doctor.`];
  }
}
