import { expect, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { noteRestore } from './bookmarks.ts';

const sql = await ownDatabase();

test('after a restore no purchase gets a number that customers have since that moment', async () => {
  const next = async () => Number((await sql`select nextval('purchase_number') as next`)[0]?.next);
  const before = await next();
  await noteRestore(sql, new Date('2026-03-01T10:00:00Z'));
  expect(await next()).toBeGreaterThan(before + 10_000);
});

test('data of a release that counted otherwise are restored too', async () => {
  await sql.unsafe('drop sequence purchase_number cascade');
  await noteRestore(sql, new Date('2026-03-01T11:00:00Z'));
  expect(await sql`select at from bookmark where name = 'restored to'`).toEqual([
    { at: new Date('2026-03-01T11:00:00Z') },
  ]);
});
