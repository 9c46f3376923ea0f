import { readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDurably } from '#platform/files/durable-files.ts';
import { type Outcome, success } from '#platform/outcome.ts';
import { type ClusterFolder, insteadOf, mayReach, own } from '#platform/postgres/cluster-folder.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from '#platform/postgres/database-failure.ts';
import { diskFull } from '#platform/postgres/disk-space.ts';
import { type FolderLock, holdFolder } from '#platform/postgres/folder-lock.ts';
import { makeFolders, nearestExisting } from '#platform/postgres/make-folders.ts';
import { accountCan, type OsAccount } from '#platform/postgres/os-account.ts';

/** `root` is 0700 and belongs to the account that runs Postgres, which writes `wal` itself. */
export type BackupFolder = { root: string; wal: string; pictures: string };

const MARK = 'toolyard-backups';
const CLUSTER = 'cluster';

/** Prepares the wanted folder, or one under /var/lib/toolyard when the account cannot enter the wanted one. */
async function prepareBackupFolder(
  wanted: string,
  account: OsAccount | undefined,
  log: (line: string) => void,
): Promise<Outcome<BackupFolder, DatabaseFailure>> {
  const asked = path.resolve(wanted);
  let place = asked;
  try {
    if (!(await mayReach(asked, account))) {
      place = backupsInsteadOf(asked);
      log(`Account "${account?.name}" may not enter ${asked}; the backups are kept in ${place} instead.`);
    }
    await makeFolders(place);
    const root = await realpath(place);
    const entries = (await readdir(root)).filter((entry) => entry !== 'lost+found');
    if (entries.length > 0 && !entries.includes(MARK)) {
      return databaseFailure(
        'folder-unusable',
        `The folder ${root} holds other things than backups of the shop: name an empty or new folder in BACKUP_DIR.`,
      );
    }
    await own(root, account);
    // First, so that an interrupted start recognises its folder.
    await writeFile(path.join(root, MARK), 'Backups of a shop. docs/operations.md says how they are restored.\n');
    return success(await foldersIn(root, account));
  } catch (thrown) {
    return unusable(place, thrown);
  }
}

/** The folder of earlier backups. Makes none: without its disk it is absent or empty. `data`: only if they claimed it. */
export async function findBackupFolder(
  wanted: string,
  account: OsAccount | undefined,
  data?: string,
): Promise<Outcome<BackupFolder, DatabaseFailure>> {
  const place = await placeOf(wanted, account);
  if (!(await isThere(path.join(place, MARK))) || (data !== undefined && !(await isThere(path.join(place, CLUSTER)))))
    return databaseFailure(
      'folder-unusable',
      `The backups of the shop are not in ${place}: is the disk mounted? Mount it, or correct BACKUP_DIR.`,
    );
  try {
    const root = await realpath(place);
    await own(root, account);
    const folder = await foldersIn(root, account);
    const claimed = data === undefined ? undefined : await claimBackups(folder, data);
    return claimed && !claimed.ok ? claimed : success(folder);
  } catch (thrown) {
    return unusable(place, thrown);
  }
}

/** At a start; undefined when what these data claimed there is gone: then it must not be made anew. */
export async function openBackupFolder(
  wanted: string,
  cluster: ClusterFolder,
  account: OsAccount | undefined,
  log: (line: string) => void,
): Promise<Outcome<BackupFolder | undefined, DatabaseFailure>> {
  const note = noteIn(cluster);
  const known = await readFile(note, 'utf8').catch(() => undefined);
  const place = await placeOf(wanted, account);
  if (known !== path.resolve(wanted) || (await isThere(path.join(place, CLUSTER))))
    return prepareBackupFolder(wanted, account, log);
  log(
    `The backups of the shop are gone from ${place}: is the disk mounted? NOTHING is backed up until it is and the shop is started again, and the log of the database stays with its data, whose disk fills up. If they were removed on purpose, remove ${note} too.`,
  );
  return success(undefined);
}

const noteIn = (cluster: ClusterFolder) => path.join(cluster.root, 'backup-folder');

async function placeOf(wanted: string, account: OsAccount | undefined): Promise<string> {
  const asked = path.resolve(wanted);
  const near = await nearestExisting(path.dirname(asked));
  return (await accountCan(account, 'enter', [near])) ? asked : backupsInsteadOf(asked);
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const backupsInsteadOf = (asked: string) => `${insteadOf(asked)}-backups`;

async function foldersIn(root: string, account: OsAccount | undefined): Promise<BackupFolder> {
  const folder = { root, wal: path.join(root, 'wal'), pictures: path.join(root, 'pictures') };
  for (const one of [folder.wal, folder.pictures]) {
    await makeFolders(one);
    await own(one, account);
  }
  return folder;
}

const unusable = (place: string, thrown: unknown) =>
  diskFull(place, thrown) ??
  databaseFailure(
    'folder-unusable',
    `Backups cannot be kept in ${place} (${reasonOf(thrown)}): make it writable, or name another folder in BACKUP_DIR.`,
  );

/** Only one process takes, removes or restores backups here, until `release` or its death. */
export async function holdBackups(
  folder: BackupFolder,
  log: (line: string) => void,
): Promise<Outcome<FolderLock, DatabaseFailure>> {
  const held = await holdFolder(folder.root, log);
  if (held.ok || held.failure.code !== 'folder-in-use') return held;
  return databaseFailure(
    'folder-in-use',
    `A backup or a restore is at work in ${folder.root}: wait until it has ended, then try again.`,
  );
}

/** Binds the folder to one cluster for good: two would write the same names into one archive. */
export async function claimBackups(folder: BackupFolder, data: string): Promise<Outcome<true, DatabaseFailure>> {
  // The system identifier: initdb assigns it and every copy keeps it.
  const control = await readFile(path.join(data, 'global', 'pg_control'));
  const cluster = os.endianness() === 'LE' ? control.readBigUInt64LE(0) : control.readBigUInt64BE(0);
  const file = path.join(folder.root, CLUSTER);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known === undefined) await writeDurably(file, `${cluster}\n`, { mode: 0o600 });
  if (known === undefined || known.trim() === String(cluster)) return success(true);
  return databaseFailure(
    'folder-unusable',
    `The backups in ${folder.root} are those of another shop: restore that one with npm run restore, or name another folder in BACKUP_DIR.`,
  );
}

/** Remembers beside the data which folder they claimed. */
export async function rememberBackups(cluster: ClusterFolder, wanted: string, owner: OsAccount | undefined) {
  const [note, place] = [noteIn(cluster), path.resolve(wanted)];
  if ((await readFile(note, 'utf8').catch(() => undefined)) === place) return;
  await writeDurably(note, place, { mode: 0o600, owner });
}

/** Settings that keep the log for a later start that archives it. */
export const KEEP_LOG = { archive_mode: 'on' };

/** Settings that archive the log as it is written, after a minute at the latest. */
export function archiveSettings(folder: BackupFolder): Record<string, string> {
  return {
    ...KEEP_LOG,
    archive_timeout: '60s',
    // Postgres looks at `archive_timeout` only after the first wait for a checkpoint since its start.
    checkpoint_timeout: '60s',
    // Part of Postgres: writes a temporary file, syncs and renames, and never overwrites a different file.
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder.wal,
  };
}
