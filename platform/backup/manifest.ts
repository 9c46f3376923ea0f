import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BackedUpFile, writeDurably } from '#platform/files/durable-files.ts';

/** What a backup holds and what came of its trial. The file is written last: without it a folder is no backup. */
export type Manifest = {
  readonly format: 1;
  /** When copying began and ended, as ISO 8601 in UTC. The backup can be restored to any moment after `to`. */
  readonly from: string;
  readonly to: string;
  readonly postgres: string;
  readonly segmentSize: number;
  readonly timeline: number;
  readonly startLsn: string;
  readonly stopLsn: string;
  /** The first and last file of the log that makes the copy consistent; they are in its folder `wal`. */
  readonly startWal: string;
  readonly stopWal: string;
  readonly files: readonly BackedUpFile[];
  /** Those of the pool beside the backups; null where a bucket keeps the pictures. */
  readonly pictures: readonly BackedUpFile[] | null;
  readonly proof: Proof;
};

/** What the trial found: the rows of each table in the restored copy, and whatever was not as it should be. */
export type Proof = {
  readonly at: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly troubles: readonly string[];
};

export type Backup = { readonly name: string; readonly folder: string; readonly manifest: Manifest };

const FILE = 'manifest.json';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?Z$/;

/** The name of the folder of a backup that was finished then. */
export const backupName = (at: Date) => at.toISOString().replaceAll(':', '-').replace('.', '-');

export const isGood = ({ manifest }: Backup): boolean => manifest.proof.troubles.length === 0;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(path.join(folder, FILE), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600 });
}

/** Every backup of the folder, oldest first, and the names of those whose manifest cannot be read. */
export async function readBackups(root: string): Promise<{ backups: Backup[]; unreadable: string[] }> {
  const backups: Backup[] = [];
  const unreadable: string[] = [];
  for (const name of (await readdir(root)).filter((entry) => NAME.test(entry)).sort()) {
    const folder = path.join(root, name);
    const manifest = await readFile(path.join(folder, FILE), 'utf8').then(parse, () => undefined);
    if (manifest) backups.push({ name, folder, manifest });
    else unreadable.push(name);
  }
  return { backups, unreadable };
}

function parse(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Manifest;
    const whole =
      found.format === 1 &&
      Array.isArray(found.files) &&
      Array.isArray(found.proof.troubles) &&
      Date.parse(found.to) > 0;
    return whole ? found : undefined;
  } catch {
    return undefined;
  }
}
