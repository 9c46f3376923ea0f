import { afterAll, expect, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { watchShop } from './watch-shop.ts';

const sql = await ownDatabase();

test('a connection that listens and hears nothing is complained of once, and tried seldom', async () => {
  // As behind a pooler that gives each statement another connection: what is told arrives nowhere.
  const [row] = await sql`select current_database() as name`;
  await sql.unsafe(`create function public.pg_notify(text, text) returns void language sql return null;
    alter database ${row?.name} set search_path = public, pg_catalog`);
  const lines: string[] = [];
  let tries = 0;
  const watch = watchShop(sql, (line) => lines.push(line));
  afterAll(() => watch.close());
  watch.onChange(() => {
    tries += 1;
  });
  const began = performance.now();
  await expect.poll(() => watch.catchUp().then(() => tries), { interval: 20, timeout: 15_000 }).toBe(3);
  // The pause doubles: half a second after the first try, a whole one after the second.
  expect(performance.now() - began).toBeGreaterThan(1_400);
  expect(lines).toEqual([expect.stringContaining('hears nothing')]);
  expect(watch.isCurrent()).toBe(false);
});
