import { expect, inject, test } from 'vitest';
import { connect } from '#platform/postgres/sql.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { examine } from './examine.ts';

test('a large shop has the time that it takes', async () => {
  const sql = await ownDatabase();
  const [{ database }] = (await sql`select current_database() as database`) as [{ database: string }];
  const hasty = connect({ ...inject('admin'), database }, { max: 1, log: () => {} });
  await hasty`select set_config('statement_timeout', '50ms', false), set_config('lock_timeout', '50ms', false)`;
  const locked = Promise.withResolvers<void>();
  const slow = sql.begin(async (tx) => {
    await tx`lock table orders in access exclusive mode`;
    locked.resolve();
    await tx`select pg_sleep(0.2)`;
  });
  await locked.promise;
  expect(await examine(hasty)).toEqual([]);
  await slow;
  await hasty.end();
});
