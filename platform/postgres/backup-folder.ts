import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDurably } from '#platform/files/durable-files.ts';
import { type Outcome, success } from '#platform/outcome.ts';
import { fingerprint, mayReach, own } from '#platform/postgres/cluster-folder.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from '#platform/postgres/database-failure.ts';
import { diskFull } from '#platform/postgres/disk-space.ts';
import { type FolderLock, holdFolder } from '#platform/postgres/folder-lock.ts';
import { makeFolders } from '#platform/postgres/make-folders.ts';
import type { OsAccount } from '#platform/postgres/os-account.ts';

/** `root` is 0700 and belongs to the account that runs Postgres, which writes `wal` itself. */
export type BackupFolder = { root: string; wal: string; pictures: string };

const MARK = 'toolyard-backups';

/** Prepares the wanted folder, or one under /var/lib/toolyard when the account cannot enter the wanted one. */
export async function prepareBackupFolder(
  wanted: string,
  account: OsAccount | undefined,
  log: (line: string) => void,
): Promise<Outcome<BackupFolder, DatabaseFailure>> {
  const asked = path.resolve(wanted);
  let place = asked;
  try {
    if (!(await mayReach(asked, account))) {
      await makeFolders('/var/lib/toolyard');
      place = path.join('/var/lib/toolyard', `${fingerprint(asked)}-backups`);
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
    const folder = { root, wal: path.join(root, 'wal'), pictures: path.join(root, 'pictures') };
    for (const one of [folder.wal, folder.pictures]) {
      await makeFolders(one);
      await own(one, account);
    }
    return success(folder);
  } catch (thrown) {
    return (
      diskFull(place, thrown) ??
      databaseFailure(
        'folder-unusable',
        `Backups cannot be kept in ${place} (${reasonOf(thrown)}): make it writable, or name another folder in BACKUP_DIR.`,
      )
    );
  }
}

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
  const file = path.join(folder.root, 'cluster');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known === undefined) await writeDurably(file, `${cluster}\n`, { mode: 0o600 });
  if (known === undefined || known.trim() === String(cluster)) return success(true);
  return databaseFailure(
    'folder-unusable',
    `The backups in ${folder.root} are those of another shop: restore that one with npm run restore, or name another folder in BACKUP_DIR.`,
  );
}

/** Settings that archive the log as it is written, after a minute at the latest. */
export function archiveSettings(folder: BackupFolder): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    // Postgres looks at `archive_timeout` only after the first wait for a checkpoint since its start.
    checkpoint_timeout: '60s',
    // Part of Postgres: writes a temporary file, syncs and renames, and never overwrites a different file.
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder.wal,
  };
}
