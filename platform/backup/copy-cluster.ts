import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type BackedUpFile,
  copyHashed,
  digest,
  eachOf,
  makeFor,
  syncFolder,
  writeDurably,
} from '#platform/files/durable-files.ts';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import { type OsAccount, writingTrouble } from '#platform/postgres/os-account.ts';
import type { Session, Sql } from '#platform/postgres/sql.ts';
import type { Manifest } from './manifest.ts';
import { parseSegment, segmentsBetween } from './wal-names.ts';

type Copied = Omit<Manifest, 'format' | 'pictures' | 'proof'>;

const ARCHIVED_WITHIN_MS = 60_000;

/** Copies a running server's data into the existing folder `into`, with the log that makes the copy consistent. */
export async function copyCluster(
  sql: Sql,
  { archive, into, account, signal }: Target,
): Promise<Outcome<Copied, string>> {
  const [row] = await sql<[Settings]>`
    select current_setting('data_directory') as data, current_setting('server_version') as version,
           current_setting('archive_mode') as mode,
           current_setting('basic_archive.archive_directory', true) as archive,
           (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentSize",
           (select count(*)::int from pg_tablespace where spcname not like 'pg\\_%') as tablespaces`;
  if (row.mode !== 'on') return failure('The shop that is open keeps no log for backups: stop it and start it again.');
  if (row.archive !== archive)
    return failure(
      `The shop that is open keeps its backups in ${row.archive}, not here: set BACKUP_DIR to that folder.`,
    );
  if (row.tablespaces > 0) return failure('The database has tablespaces of its own, which a backup does not copy.');
  // One session from start to stop: Postgres aborts a backup when its session ends.
  return sql.begin((tx) => copyIn(tx, row, { archive, into, account, signal }));
}

interface Target {
  readonly archive: string;
  readonly into: string;
  readonly account: OsAccount | undefined;
  readonly signal: AbortSignal;
}

interface Settings {
  readonly data: string;
  readonly version: string;
  readonly mode: string;
  readonly archive: string | null;
  readonly segmentSize: number;
  readonly tablespaces: number;
}

async function copyIn(
  tx: Session,
  { data, version, segmentSize }: Settings,
  { archive, into, account, signal }: Target,
): Promise<Outcome<Copied, string>> {
  const [started] = await tx<[{ lsn: string; at: Date; wal: string }]>`
    select lsn::text, clock_timestamp() as at, pg_walfile_name(lsn) as wal
    from pg_backup_start('shop', fast => true) as lsn`;
  const files = await copyData(data, path.join(into, 'data'), signal);
  const [stopped] = await tx<[{ lsn: string; at: Date; wal: string; label: string }]>`
    select lsn::text, clock_timestamp() as at, pg_walfile_name(lsn) as wal, labelfile as label
    from pg_backup_stop(wait_for_archive => false)`;
  await writeDurably(path.join(into, 'data', 'backup_label'), stopped.label, { mode: 0o600 });
  files.push({ path: 'data/backup_label', ...digest(stopped.label) });

  const needed = segmentsBetween(started.wal, stopped.wal, segmentSize);
  const late = await untilArchived(archive, needed, signal);
  if (late) {
    const trouble = await writingTrouble(account, archive);
    return failure(
      `The log of the database does not arrive in ${archive}: ${late} is missing there after a minute${trouble ? ` (${trouble})` : ''}. Make that folder writable and its disk free.`,
    );
  }
  await makeFor(path.join(into, 'wal'), undefined);
  for (const name of needed) {
    const copied = await copyHashed(path.join(archive, name), path.join(into, 'wal', name), signal);
    files.push({ path: `wal/${name}`, ...copied });
  }
  await syncFolder(path.join(into, 'wal'));
  return success({
    from: started.at.toISOString(),
    to: stopped.at.toISOString(),
    postgres: version,
    segmentSize,
    timeline: parseSegment(stopped.wal, segmentSize)?.timeline ?? 0,
    startLsn: started.lsn,
    stopLsn: stopped.lsn,
    startWal: started.wal,
    stopWal: stopped.wal,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  });
}

// Postgres recreates these at each start, or must not find them in a copy.
const EMPTY = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|recovery\.signal|pgsql_tmp.*|pg_internal\.init.*)$/;
const CONTROL = 'global/pg_control';

async function copyData(data: string, into: string, signal: AbortSignal): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  const copy = async (name: string) => {
    try {
      const copied = await copyHashed(path.join(data, name), path.join(into, name), signal);
      files.push({ path: `data/${name}`, ...copied });
    } catch (thrown) {
      // The table was dropped during the copy; the log says so too.
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || name === CONTROL) throw thrown;
    }
  };
  const walk = async (folder: string) => {
    const entries = await readdir(path.join(data, folder), { withFileTypes: true });
    await makeFor(path.join(into, folder), undefined);
    await eachOf(entries, async (entry) => {
      const name = path.posix.join(folder, entry.name);
      if (LEFT_OUT.test(entry.name) || name === CONTROL) return;
      if (entry.isFile()) await copy(name);
      else if (!entry.isDirectory()) throw new Error(`${path.join(data, name)} is neither a file nor a folder`);
      else if (folder === '' && EMPTY.test(name)) await makeFor(path.join(into, name), undefined);
      else await walk(name);
    });
    await syncFolder(path.join(into, folder));
  };
  await walk('');
  await copy(CONTROL);
  await syncFolder(path.join(into, 'global'));
  return files;
}

async function untilArchived(archive: string, names: string[], signal: AbortSignal): Promise<string | undefined> {
  const deadline = performance.now() + ARCHIVED_WITHIN_MS;
  for (;;) {
    signal.throwIfAborted();
    const archived = new Set(await readdir(archive));
    const missing = names.find((name) => !archived.has(name));
    if (missing === undefined || performance.now() > deadline) return missing;
    await wait(50);
  }
}
