import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { type MigrationFile, readMigrationFiles } from './migration-files.ts';
import { reachable } from './reachable.ts';
import type { Session, Sql } from './sql.ts';
import { beginWithoutLimits } from './without-limits.ts';

/** "tool" in ASCII; no other advisory lock has this number. */
const MIGRATION_LOCK = 0x746f6f6c;

/** Runs each new `NNNN-name.sql` in a transaction, under a lock. A changed or unknown one is refused before that. */
export async function migrate(connection: Sql, folder: URL): Promise<Outcome<{ applied: string[] }, DatabaseFailure>> {
  const server = await reachable(connection);
  if (!server.ok) return server;
  const files = await readMigrationFiles(folder);
  if (!files.ok) return files;

  const refusal = await takeTurn(connection, async (tx) => {
    await tx`
      create table if not exists migration (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`;
    return refusalOf(await tx<AppliedRow[]>`select name, sha256 from migration order by name`, files.value);
  });
  if (refusal !== undefined) return refusal;

  const applied: string[] = [];
  for (const file of files.value) {
    try {
      if (await takeTurn(connection, (tx) => applyOnce(tx, file))) applied.push(file.name);
    } catch (thrown) {
      return databaseFailure(
        'migration-failed',
        `The migration ${file.name} was undone because it failed${placeIn(file, thrown)} (${reasonOf(thrown)}): correct it, then start again.`,
      );
    }
  }
  return success({ applied });
}

type AppliedRow = { name: string; sha256: string };

const takeTurn = <T>(connection: Sql, work: (tx: Session) => Promise<T>): Promise<T> =>
  beginWithoutLimits(connection, async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    return work(tx);
  });

async function applyOnce(tx: Session, file: MigrationFile): Promise<boolean> {
  const [done] = await tx`select from migration where name = ${file.name}`;
  if (done !== undefined) return false;
  await tx.unsafe(file.text);
  await tx`insert into migration (name, sha256) values (${file.name}, ${file.sha256})`;
  return true;
}

function refusalOf(rows: AppliedRow[], files: MigrationFile[]) {
  const known = new Map(files.map((file) => [file.name, file.sha256]));
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown !== undefined) {
    return databaseFailure(
      'migration-unknown',
      `The database is newer than this shop: it has the migration ${unknown.name}, which is not here. Start the newer shop.`,
    );
  }
  const changed = rows.find((row) => known.get(row.name) !== row.sha256);
  if (changed !== undefined) {
    return databaseFailure(
      'migration-changed',
      `The migration ${changed.name} was changed after it was run: put its text back, and write the change as a new migration.`,
    );
  }
  return undefined;
}

/** The line of the error. Postgres counts characters from 1. */
function placeIn(file: MigrationFile, thrown: unknown): string {
  const position = Number((thrown as { position?: string }).position);
  return position > 0 ? ` in line ${file.text.slice(0, position).split('\n').length}` : '';
}
