import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const OWNER_ONLY = 0o600;

/**
 * Opens a stand-in's SQLite file, which nobody but the shop's own account may read; ':memory:' keeps nothing. What a
 * transaction returned survives `kill -9` of the process; a power cut may take the last moments with it.
 */
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

/** What is wrong with such a file, or undefined; one that is not there yet is in order. It is only read. */
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

/** SQLite gives the files beside it the mode of the first one, but only when it makes them. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, OWNER_ONLY);
}

/** All of it or nothing of it. A full disk may have undone it already. */
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

/** Whether SQLite refused: its disk is full, or cannot be written for another reason. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
