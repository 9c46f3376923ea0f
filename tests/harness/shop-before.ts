import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import type { Sql } from '../../platform/postgres/sql.ts';

export const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Empties the database and brings it to the version before this migration, which is named by its number. */
export async function emptyShopBefore(sql: Sql, migration: string): Promise<void> {
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await migrateBefore(sql, migration);
}

/** Brings a shop to the version before this migration. */
export async function migrateBefore(sql: Sql, migration: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-before-'));
  for (const name of await readdir(MIGRATIONS))
    if (name < migration) await cp(new URL(name, MIGRATIONS), join(folder, name));
  expect(await migrate(sql, pathToFileURL(folder))).toMatchObject({ ok: true });
  await rm(folder, { recursive: true, force: true });
}
