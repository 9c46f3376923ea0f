import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { connect, type Sql } from '../../platform/postgres/sql.ts';

/** A database of this test file's own, copied from the migrated template and dropped after the file's last test. */
export async function ownDatabase(): Promise<Sql> {
  const admin = inject('admin');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const maintenance = connect(admin, { max: 1, log: () => {} });
  await maintenance.unsafe(`create database ${name} template template_shop strategy file_copy`);
  const sql = connect({ ...admin, database: name }, { max: 10, log: () => {} });
  afterAll(async () => {
    await sql.end({ timeout: 1 });
    await maintenance.unsafe(`drop database ${name} with (force)`);
    await maintenance.end();
  });
  return sql;
}
