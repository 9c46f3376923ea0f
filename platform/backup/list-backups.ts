import { failure, type Outcome, success } from '#platform/outcome.ts';
import { findBackupFolder } from '#platform/postgres/backup-folder.ts';
import { chooseAccount } from '#platform/postgres/os-account.ts';
import { isOnBranch, reachOf, readArchive } from './choose-backup.ts';
import { isGood, readBackups } from './manifest.ts';
import { chooseKept } from './retention.ts';

export type Listed = {
  readonly folder: string;
  readonly entries: readonly { readonly name: string; readonly note: string }[];
  /** Every moment in this range can be restored; undefined without a good backup. */
  readonly reach: { readonly from: Date; readonly to: Date } | undefined;
};

export async function listBackups(options: {
  backups: string;
  data: string;
  osUser: string | undefined;
}): Promise<Outcome<Listed, string>> {
  const account = await chooseAccount(options);
  if (!account.ok) return failure(account.failure.message);
  const folder = await findBackupFolder(options.backups, account.value);
  if (!folder.ok) return failure(folder.failure.message);
  const { backups, unreadable } = await readBackups(folder.value.root);
  const archive = await readArchive(folder.value.wal);
  const kept = backups.map((one) => ({ name: one.name, at: new Date(one.manifest.to), good: isGood(one) }));
  const { daily } = chooseKept(kept);
  const usable = backups.filter((one) => isGood(one) && isOnBranch(one, archive));
  const oldest = usable.find(({ name }) => daily.has(name));
  const newest = usable.at(-1);
  const noteOf = (one: (typeof backups)[number]) => {
    if (!isGood(one)) return `NOT GOOD: ${one.manifest.proof.troubles.join('; ')}`;
    if (!isOnBranch(one, archive)) return 'good, of a time that an earlier restore gave up';
    return daily.has(one.name) ? 'good' : 'good, for itself only: the log after it is no longer kept';
  };
  return success({
    folder: folder.value.root,
    entries: [
      ...backups.map((one) => ({ name: one.name, note: noteOf(one) })),
      ...unreadable.map((name) => ({ name, note: 'DAMAGED: its manifest cannot be read' })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    reach:
      oldest && newest
        ? { from: new Date(oldest.manifest.to), to: await reachOf(newest, folder.value.wal, archive) }
        : undefined,
  });
}
