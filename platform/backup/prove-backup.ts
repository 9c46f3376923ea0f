import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { failure, type Outcome } from '#platform/outcome.ts';
import type { Binaries } from '#platform/postgres/binaries.ts';
import { prepareFolder } from '#platform/postgres/cluster-folder.ts';
import type { OsAccount } from '#platform/postgres/os-account.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import { countRows, GROWING } from './count-rows.ts';
import type { Backup, Proof } from './manifest.ts';
import { layOut, recover } from './recover-cluster.ts';

export type Trial = {
  readonly binaries: Binaries;
  readonly account: OsAccount | undefined;
  readonly adminPassword: string;
  readonly examine: (sql: Sql) => Promise<string[]>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

/** Name of a trial's folder; the holder of the backup lock may remove it. */
export const SCRATCH = /^scratch-[0-9a-f]{8}$/;

/** Restores a backup into a scratch folder and examines it. `before`, `after`: row counts around the copying. */
export async function proveBackup(
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
