import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BackedUpFile, writeDurably } from '#platform/files/durable-files.ts';
import { parseLsn } from './wal-names.ts';

/** Content and trial of a backup. Written last: a folder without it is no backup. */
export type Manifest = {
  readonly format: 1;
  /** Start and end of the copy, ISO 8601 in UTC. Any moment after `to` can be restored. */
  readonly from: string;
  readonly to: string;
  readonly postgres: string;
  readonly segmentSize: number;
  readonly timeline: number;
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly startWal: string;
  readonly stopWal: string;
  readonly files: readonly BackedUpFile[];
  /** Pictures in the pool beside the backups; null when a bucket keeps them. */
  readonly pictures: readonly BackedUpFile[] | null;
  readonly proof: Proof;
};

export type Proof = {
  readonly at: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly troubles: readonly string[];
};

export type Backup = { readonly name: string; readonly folder: string; readonly manifest: Manifest };

const FILE = 'manifest.json';
const LSN = /^[0-9A-F]+\/[0-9A-F]+$/;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?Z$/;

export const backupName = (at: Date) => at.toISOString().replaceAll(':', '-').replace('.', '-');

export const isGood = ({ manifest }: Backup): boolean => manifest.proof.troubles.length === 0;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(path.join(folder, FILE), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600 });
}

/** By where they stand in the log: a clock that was ahead or behind gives an old one a late name. */
const inOrder = ({ manifest: one }: Backup, { manifest: other }: Backup): number =>
  one.timeline - other.timeline || Number(parseLsn(one.stopLsn) - parseLsn(other.stopLsn));

/** The oldest first. */
export async function readBackups(root: string): Promise<{ backups: Backup[]; unreadable: string[] }> {
  const backups: Backup[] = [];
  const unreadable: string[] = [];
  for (const name of (await readdir(root)).filter((entry) => NAME.test(entry)).sort()) {
    const folder = path.join(root, name);
    const manifest = await readFile(path.join(folder, FILE), 'utf8').then(parse, () => undefined);
    if (manifest) backups.push({ name, folder, manifest });
    else unreadable.push(name);
  }
  return { backups: backups.sort(inOrder), unreadable };
}

function parse(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Manifest;
    const whole =
      found.format === 1 &&
      Array.isArray(found.files) &&
      Array.isArray(found.proof.troubles) &&
      Number.isInteger(found.timeline) &&
      LSN.test(found.stopLsn) &&
      Date.parse(found.to) > 0;
    return whole ? found : undefined;
  } catch {
    return undefined;
  }
}
