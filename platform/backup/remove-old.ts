import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '#platform/files/durable-files.ts';
import type { BackupFolder } from '#platform/postgres/backup-folder.ts';
import { dropPictures, keysIn } from './keep-pictures.ts';
import { isGood, readBackups } from './manifest.ts';
import { chooseKept } from './retention.ts';
import { parseSegment } from './wal-names.ts';

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
