import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { reachable } from './reachable.ts';
import type { Row, Session, Sql } from './sql.ts';
import { aloneWithoutLimits, beginWithoutLimits } from './without-limits.ts';

/** "tool" in ASCII; no other advisory lock has this number. */
const MIGRATION_LOCK = 0x746f6f6c;

/**
 * Runs each new `NNNN-name.sql` in a transaction, under a lock. A changed or unknown one is refused before that. The steps
 * of a file that begins with `-- step` are committed one by one, for large tables of an open shop.
 */
export async function migrate(connection: Sql, folder: URL): Promise<Outcome<{ applied: string[] }, DatabaseFailure>> {
  const server = await reachable(connection);
  if (!server.ok) return server;
  const files = await readMigrationFiles(folder);
  if (!files.ok) return files;

  const begun = await takeTurn(connection, (tx) => begin(tx, files.value)).catch((thrown) => {
    if (!NO_RIGHT.includes(thrown.code)) throw thrown;
    const { user, database } = connection.options.place;
    return databaseFailure(
      'migration-failed',
      `The user "${user}" may not make tables in the database "${database}" (${reasonOf(thrown)}): make it the owner of the database, or name another user in DATABASE_URL.`,
    );
  });
  if (!begun.ok) return begun;
  const pending = begun.value;
  const stepwise = pending.find(isStepwise);
  if (stepwise && !connection.options.prepares)
    return databaseFailure(
      'migration-failed',
      `The migration ${stepwise.name} needs a session of its own, which a pooler does not give: for this update start the shop once with the server's own address in DATABASE_URL, without the pooler and without prepare=false.`,
    );

  const applied: string[] = [];
  for (const file of pending) {
    try {
      if (await applyOnce(connection, file)) applied.push(file.name);
    } catch (thrown) {
      if ((thrown as { code?: string }).code === NAME_TAKEN && file === files.value[0])
        return databaseFailure(
          'migration-failed',
          `The database "${connection.options.place.database}" holds something else (${reasonOf(thrown)}): name an empty one in DATABASE_URL.`,
        );
      return databaseFailure(
        'migration-failed',
        `The migration ${file.name} was undone because it failed${placeIn(file, thrown)} (${reasonOf(thrown)}): correct it, then start again.`,
      );
    }
  }
  return success({ applied });
}

/** SQLSTATE insufficient_privilege, and invalid_schema_name where the schema may not even be seen. */
const NO_RIGHT = ['42501', '3F000'];
/** SQLSTATE duplicate_table. */
const NAME_TAKEN = '42P07';

/** The files that have not run. */
async function begin(tx: Session, files: MigrationFile[]): Promise<Outcome<MigrationFile[], DatabaseFailure>> {
  await tx`
    create table if not exists migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`;
  const applied = await appliedIn(tx);
  return refusalOf(applied, files) ?? success(pendingOf(files, applied));
}

const pendingOf = (files: MigrationFile[], applied: AppliedRow[]) =>
  files.filter(({ name }) => !applied.some((row) => row.name === name));

const appliedIn = (session: Session) => session<AppliedRow[]>`select name, sha256 from migration order by name`;

/** For programs that run no migrations: a sentence when the database is of another version than the code. */
export async function versionFailure(sql: Sql, folder: URL): Promise<string | undefined> {
  const files = await readMigrationFiles(folder);
  if (!files.ok) return files.failure.message;
  const [table] = await sql`select to_regclass('migration') is not null as there`;
  const applied = table?.there ? await appliedIn(sql) : [];
  const refusal = refusalOf(applied, files.value);
  if (refusal) return refusal.failure.message;
  const [missing] = pendingOf(files.value, applied);
  return (
    missing && `The database is older than this shop: ${missing.name} has not run. Start the shop once, then try again.`
  );
}

/** For a restore: why the shop would not open on what was restored, and what to ask for instead. */
export async function newerThan(sql: Sql, folder: URL): Promise<string | undefined> {
  const files = await readMigrationFiles(folder);
  if (!files.ok) return files.failure.message;
  const known = files.value.map(({ name }) => name);
  const [first] = await sql`
    select name, applied_at as at from migration where name <> all(${known}) order by applied_at limit 1`;
  return (
    first &&
    `the database would be newer than this shop, by ${first.name}: restore with --to ${first.at.toISOString()} or a moment before, when that had not run yet, or fetch the newer shop`
  );
}

type AppliedRow = { name: string; sha256: string };

const takeTurn = <T>(connection: Sql, work: (tx: Session) => Promise<T>): Promise<T> =>
  beginWithoutLimits(connection, async (tx) => {
    await takeLock(tx, 'pg_try_advisory_xact_lock');
    return work(tx);
  });

/** Asks until it has the lock: an index that is built concurrently would wait for a statement that waits. */
async function takeLock(session: Session, lock: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock') {
  while (!(await session.unsafe(`select ${lock}(${MIGRATION_LOCK}) as taken`))[0]?.taken) await setTimeout(TURN_MS);
}

const TURN_MS = 100;
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03';
const LOCKED_MS = 1_000;

function applyOnce(connection: Sql, file: MigrationFile): Promise<boolean> {
  const patiently = <T>(work: () => Promise<T>) => untilUnlocked(connection, file, work);
  if (isStepwise(file))
    return aloneWithoutLimits(connection, async (session) => {
      await takeLock(session, 'pg_try_advisory_lock');
      return apply(session, file, () => runSteps(session, file.text, patiently));
    });
  return patiently(() =>
    takeTurn(connection, async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${LOCKED_MS}`);
      return apply(tx, file, () => tx.unsafe(file.text));
    }),
  );
}

/** Tries again when another session holds a lock, such as a dump: meanwhile those go on that would wait behind us. */
async function untilUnlocked<T>({ options }: Sql, { name }: MigrationFile, work: () => Promise<T>): Promise<T> {
  for (let said = false; ; said = true) {
    try {
      return await work();
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== LOCKED) throw thrown;
      if (!said)
        options.log(`The migration ${name} waits for another session (${reasonOf(thrown)}): it is tried again.`);
      await setTimeout(LOCKED_MS);
    }
  }
}

async function apply(session: Session, { name, sha256 }: MigrationFile, run: () => Promise<unknown>) {
  const [done] = await session`select from migration where name = ${name}`;
  if (done !== undefined) return false;
  await run();
  await session`insert into migration (name, sha256) values (${name}, ${sha256})`;
  return true;
}

const isStepwise = ({ text }: MigrationFile): boolean => text.startsWith('-- step');
const UNTIL_NOTHING_IS_LEFT = ', until nothing is left';

/** Each step must be repeatable: after a crash the file runs again from its first step. */
async function runSteps(session: Session, text: string, patiently: (work: () => Promise<Row[]>) => Promise<Row[]>) {
  for (const step of text.split(/^-- step/m).slice(1)) {
    const [title = '', ...lines] = step.split('\n');
    const statements = lines.join('\n');
    // What is done concurrently waits without keeping others waiting, and would begin anew.
    await session.unsafe(`set lock_timeout = ${/ concurrently /.test(statements) ? 0 : LOCKED_MS}`);
    const run = () => patiently(() => session.unsafe(statements));
    for (let rows = await run(); title.startsWith(UNTIL_NOTHING_IS_LEFT) && rows.length > 0; ) rows = await run();
  }
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

type MigrationFile = { name: string; sha256: string; text: string };

async function readMigrationFiles(folder: URL): Promise<Outcome<MigrationFile[], DatabaseFailure>> {
  const base = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined || numbers.has(number)) {
      return databaseFailure(
        'migration-misnamed',
        number === undefined
          ? `The migration ${name} is not named like 0001-what-it-does.sql: rename it.`
          : `Two migrations have the number ${number}: give ${name} the next free one.`,
      );
    }
    numbers.add(number);
  }
  return success(
    await Promise.all(
      names.map(async (name) => {
        // A checkout on Windows may have CRLF; that is no change.
        const text = (await readFile(new URL(name, base), 'utf8')).replaceAll('\r\n', '\n');
        return { name, sha256: createHash('sha256').update(text).digest('hex'), text };
      }),
    ),
  );
}
