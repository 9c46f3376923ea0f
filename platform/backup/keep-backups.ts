import { existsSync } from 'node:fs';
import { isLate } from '#platform/limits/is-late.ts';
import { type BackupFolder, findBackupFolder } from '#platform/postgres/backup-folder.ts';
import { chooseAccount } from '#platform/postgres/os-account.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import { archiveTrouble } from './archive-health.ts';
import { copyPictures } from './keep-pictures.ts';
import { type Backup, isGood, readBackups } from './manifest.ts';
import { backupIsDue, isOutdated, newestOf } from './retention.ts';
import { type BackupOptions, takeBackup } from './take-backup.ts';

/** Background work of a shop that keeps its own backups. Each returns 0: more is never due at once. */
export type BackupRounds = {
  backUp(): Promise<number>;
  /** Copies new pictures, and logs when the log does not reach the archive. */
  keepUp(): Promise<number>;
  abort(): void;
};

type Options = Omit<BackupOptions, 'signal' | 'log'> & {
  readonly sql: Sql;
  readonly data: string;
  readonly clock: () => Date;
  /** `good`: when the newest good backup was made; undefined when one failed, or there is none of late. */
  readonly note: (good: Date | undefined) => Promise<void>;
  readonly log: { info(text: string): void; error(text: string): void };
  /** Milliseconds within which the folder answers. */
  readonly patience?: number;
};

const PATIENCE_MS = 20_000;

export function keepBackups(options: Options): BackupRounds {
  const { log, pictures, sql, clock, patience = PATIENCE_MS } = options;
  const leaving = new AbortController();
  const openedAt = clock();
  const find = async () => {
    const account = await chooseAccount(options);
    if (!account.ok) throw new Error(account.failure.message);
    const found = await findBackupFolder(options.backups, account.value, options.data);
    if (!found.ok) throw new Error(found.failure.message);
    return found.value;
  };
  // What hangs, as with a server of files that is away, is asked once and not again and again.
  let looking: Promise<BackupFolder> | undefined;
  const folder = async () => {
    looking ??= find().finally(() => {
      looking = undefined;
    });
    const found = looking;
    if (await isLate(found, patience)) throw new Error(`${options.backups} does not answer: is its disk away?`);
    return found;
  };
  return {
    async backUp() {
      try {
        const noted = await backUpIfDue();
        if (noted) await options.note(noted.good);
      } catch (error) {
        await options.note(undefined);
        throw error;
      }
      return 0;
    },
    async keepUp() {
      const trouble = await archiveTrouble(sql, options);
      if (trouble) log.error(trouble);
      if (pictures && existsSync(pictures)) await copyPictures(pictures, (await folder()).pictures, leaving.signal);
      return 0;
    },
    abort: () => leaving.abort(),
  };

  /** Undefined when nothing is known. */
  async function backUpIfDue(): Promise<{ readonly good: Date | undefined } | undefined> {
    const { backups } = await readBackups((await folder()).root);
    // A backup that failed its trial counts: the same fault need not be copied every ten minutes.
    const endOf = ({ manifest }: Backup) => new Date(manifest.to);
    if (!backupIsDue(clock(), openedAt, backups.map(endOf))) {
      const good = backups.filter(isGood).map(endOf);
      // One may have been made by hand since a failure.
      const newest = newestOf(clock(), good);
      if (!isOutdated(clock(), good)) return newest && { good: newest };
      log.error('The last good backup is older than two days.');
      return { good: undefined };
    }
    const note = (line: string) => log.info(line);
    const outcome = await takeBackup({ ...options, log: note, signal: leaving.signal });
    if (leaving.signal.aborted) return undefined;
    if (!outcome.ok) throw new Error(outcome.failure);
    const { name, manifest } = outcome.value;
    for (const trouble of manifest.proof.troubles) log.error(`The backup ${name} is not good: ${trouble}`);
    return { good: manifest.proof.troubles.length === 0 ? new Date(manifest.to) : undefined };
  }
}
