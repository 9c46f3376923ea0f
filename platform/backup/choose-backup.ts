import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Backup, isGood } from './manifest.ts';
import { type Branch, isHistory, parseHistory, parseLsn, parseSegment, segmentName, segmentOf } from './wal-names.ts';

export type Archive = {
  readonly files: ReadonlySet<string>;
  readonly newest: number;
  readonly branches: readonly Branch[];
};

export async function readArchive(wal: string): Promise<Archive> {
  const files = new Set(await readdir(wal));
  const histories = [...files].filter(isHistory).sort();
  const last = histories.at(-1);
  if (last === undefined) return { files, newest: 1, branches: [] };
  const branches = parseHistory(await readFile(path.join(wal, last), 'utf8'));
  return { files, newest: Number.parseInt(last, 16), branches };
}

/** False for a backup that a restore to an earlier moment left on an abandoned timeline. */
export function isOnBranch({ manifest }: Backup, { newest, branches }: Pick<Archive, 'newest' | 'branches'>): boolean {
  if (manifest.timeline >= newest) return true;
  const left = branches.find((branch) => branch.timeline === manifest.timeline);
  return left !== undefined && parseLsn(manifest.stopLsn) <= parseLsn(left.lsn);
}

/** The newest good one, of backups that come the oldest first; for a moment, the newest that was finished by then. */
export function chooseBackup(backups: readonly Backup[], archive: Archive, to: Date | undefined): Backup | undefined {
  return backups
    .filter((backup) => isGood(backup) && isOnBranch(backup, archive))
    .filter(({ manifest }) => to === undefined || Date.parse(manifest.to) <= to.getTime())
    .at(-1);
}

/** The last archived segment that follows the backup without a gap, on any timeline. */
export function lastInRow({ manifest }: Backup, { files }: Pick<Archive, 'files'>): string {
  const { segmentSize, timeline, stopWal } = manifest;
  const names = new Map([...files].sort().map((name) => [parseSegment(name, segmentSize)?.number, name]));
  let last = stopWal;
  let { number } = segmentOf(manifest.stopLsn, timeline, segmentSize);
  for (let next = names.get(number + 1); next !== undefined; next = names.get(number + 1)) {
    last = next;
    number += 1;
  }
  return last;
}

/** Postgres takes damage for the end of the log: segments behind it show the difference. `replayed`: where it ended. */
export function lostLog({ manifest }: Backup, replayed: string | undefined, { files, newest }: Archive): string[] {
  const { segmentSize } = manifest;
  const last = segmentOf(replayed ?? manifest.stopLsn, newest, segmentSize);
  const isLost = (name: string) => {
    const segment = parseSegment(name, segmentSize);
    return segment?.timeline === newest && segment.number > last.number;
  };
  if (![...files].some(isLost)) return [];
  return [
    `The log is damaged or has a gap after ${segmentName(last, segmentSize)}: what came later could not be replayed.`,
  ];
}

/** How far the archive reaches: when the last contiguous segment arrived, or the backup's own end. */
export async function reachOf(backup: Backup, wal: string, archive: Archive): Promise<Date> {
  const arrived = await stat(path.join(wal, lastInRow(backup, archive))).catch(() => undefined);
  return new Date(Math.max(arrived?.mtimeMs ?? 0, Date.parse(backup.manifest.to)));
}
