import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { diskFull } from './disk-space.ts';

export type FolderLock = { release(): void };

const PATIENCE_MS = 5_000;
const SQLITE_BUSY = 5;

/** Exclusive use until `release` or process end. SQLite provides the kernel's file lock, which Node has no call for. */
export async function holdFolder(
  folder: string,
  log: (line: string) => void,
): Promise<Outcome<FolderLock, DatabaseFailure>> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    const held = tryLock(path.join(folder, 'lock'));
    if (held.ok) {
      try {
        await tellOthers(folder);
        return held;
      } catch (thrown) {
        held.value.release();
        return diskFull(folder, thrown) ?? unusable(folder, thrown);
      }
    }
    if (held.failure.code !== 'folder-in-use') return held;
    const holder = await readFile(path.join(folder, 'holder'), 'utf8').catch(() => 'unknown');
    if (performance.now() > deadline) {
      return databaseFailure(
        'folder-in-use',
        `Another shop (process ${holder}) is using the data in ${folder}: stop it, or give this one its own SHOP_DATA.`,
      );
    }
    if (attempt === 0) log(`The data in ${folder} is in use by process ${holder}; waiting a moment for it to end.`);
    await wait(100);
  }
}

function tryLock(file: string): Outcome<FolderLock, DatabaseFailure> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // A journal is not needed, and in memory it works on a full disk.
    database.exec('pragma journal_mode = memory; begin immediate');
    const held = database;
    return success({
      release: () => {
        if (held.isOpen) held.close();
      },
    });
  } catch (thrown) {
    if (database?.isOpen) database.close();
    if ((thrown as { errcode?: number }).errcode === SQLITE_BUSY) return databaseFailure('folder-in-use', 'locked');
    return unusable(path.dirname(file), thrown);
  }
}

function unusable(folder: string, thrown: unknown) {
  return databaseFailure(
    'folder-unusable',
    `The folder ${folder} cannot be locked (${reasonOf(thrown)}): make it writable, or name another in SHOP_DATA.`,
  );
}

/** Called by the holder of the lock only, so one draft name is enough. */
async function tellOthers(folder: string) {
  const draft = path.join(folder, 'holder.new');
  await writeFile(draft, String(process.pid), { mode: 0o644 });
  await rename(draft, path.join(folder, 'holder'));
}
