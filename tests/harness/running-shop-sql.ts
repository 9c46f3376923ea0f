import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '../../platform/postgres/sql.ts';

/** Into the database of a shop that runs, for what no call does: to take a role away, to let time pass. */
export async function runningShopSql(folder: string, user: 'shop' | 'postgres' = 'shop'): Promise<Sql> {
  const root = join(folder, 'postgres');
  const password = (await readFile(join(root, `${user === 'shop' ? user : 'admin'}.password`), 'utf8')).trim();
  const lines = (await readFile(join(root, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const place = { host: lines[4] || '127.0.0.1', port: Number(lines[3]) };
  return connect({ ...place, user, password, database: 'shop' }, { max: 1, log: () => {} });
}
