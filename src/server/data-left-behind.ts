import { join } from 'node:path';
import { existingData } from '#platform/postgres/cluster-folder.ts';
import { reachable } from '#platform/postgres/reachable.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import type { Config } from '../config.ts';

export async function holdsShop(sql: Sql): Promise<boolean> {
  const [tables] = await sql`select to_regclass('person') is not null as there`;
  return tables?.there;
}

/** Why an empty database is not opened by a shop that has data in its folder: it would begin anew beside them. */
export async function refuseToLeaveData(
  sql: Sql,
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
): Promise<string | undefined> {
  const data = databaseUrl && existingData(join(dataFolder, 'postgres'));
  // A database that does not answer is told by the migrations.
  if (!data || !(await reachable(sql)).ok || (await holdsShop(sql))) return undefined;
  return `The database of DATABASE_URL holds no shop, and ${data} holds one: take its data over first, docs/operations.md says how. To begin a new shop, name an empty folder in SHOP_DATA.`;
}
