import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const OWNER_ONLY = 0o600;

/** A SQLite file of mode 0600, or ':memory:'. Commits survive `kill -9`; a power failure may lose the last ones. */
export function openSqlite(file: string, schema: string): DatabaseSync {
  if (file !== ':memory:') keepPrivate(file);
  const db = new DatabaseSync(file, { timeout: 2_000 });
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = normal;');
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Read-only check: the fault, or undefined when the file is intact or missing. */
export function examineSqlite(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    const [first] = db.prepare('pragma quick_check(1)').all();
    const verdict = String(Object.values(first ?? {})[0]);
    return verdict === 'ok' ? undefined : verdict;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}

/** SQLite copies the file's mode to the files beside it, but only when it creates them. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, OWNER_ONLY);
}

/** A full disk may already have rolled the transaction back. */
export function transactionOf(db: DatabaseSync): <T>(work: () => T) => T {
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  };
}

/** SQLite cannot write, for example because the disk is full. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
