import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { examine } from '#server/examine.ts';
import * as schema from '#tables/schema.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { makeLarge } from '../../scripts/fill/large-shop.ts';
import { ownDatabase } from '../harness/own-database.ts';

const WANTED = { tools: 40, orders: 600, seed: 3 };
const databases = [await ownDatabase(), await ownDatabase()] as const;
const [first] = databases;

async function makeShop(client: Sql): Promise<void> {
  await client`with made as (
      insert into tool (name, description, image, price, min_quantity, available, sku)
      values ('Claw Hammer 16 oz, Hickory Handle, 300 mm', 'Steel', '/images/a', 9, 12, 100, 'HT-1'),
             ('Tape Measure 5 m x 25 mm', 'Steel', '/images/b', 4, 24, 200, 'HT-2') returning id, available)
    insert into stock_move (tool_id, kind, delta) select id, 'initial', available from made`;
  await makeLarge(drizzle(client.pool, { schema }), WANTED, () => {});
}

/** Everything that keeps the tables in order: indexes, keys and foreign keys. */
const guards = (client: Sql) => client`
  select indexdef as text from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint order by text`;

test('a large shop keeps every promise, its tables keep their guards, and the same seed makes the same shop', async () => {
  const before = await guards(first);
  for (const client of databases) await makeShop(client);
  expect(await guards(first)).toEqual(before);
  expect(await examine(first)).toEqual([]);
  const [figures] = await first`
    select (select count(*) from tool) as tools, (select count(*) from orders) as orders,
           (select count(distinct state) from orders) as states, (select count(distinct name) from tool) as names,
           (select count(*) from tool where available = 0) as sold_out,
           (select count(*) from tool where step_from <> '{}') as stepped, (select count(*) from tool where pack > 1) as packed,
           (select count(*) from orders join tool on tool.id = tool_id where unit_price < price) as cheaper,
           (select count(*) from orders where guard_cents > 0) as guarded`;
  expect(figures).toMatchObject({ tools: 42, orders: 600 });
  expect(Number(figures?.states)).toBeGreaterThanOrEqual(3);
  expect(Number(figures?.names)).toBeGreaterThan(35);
  expect(Math.abs(Number(figures?.stepped) - 20)).toBeLessThan(8);
  for (const some of ['packed', 'cheaper', 'guarded']) expect([some, Number(figures?.[some])]).not.toEqual([some, 0]);
  const digests = await Promise.all(
    databases.map(
      (client) => client`
        select md5(string_agg(o.id || o.email || o.tool_name || o.state || o.quantity || t.available, ';' order by o.id)) as all
          from orders o join tool t on t.id = o.tool_id`,
    ),
  );
  expect(digests[0]).toEqual(digests[1]);
});

test('a seed that was used is refused, and nothing is added', async () => {
  await expect(makeLarge(drizzle(first.pool, { schema }), WANTED, () => {})).rejects.toThrow();
  const [{ count }] = (await first`select count(*) from orders`) as unknown as [{ count: number }];
  expect(count).toBe(600);
  expect(await guards(first)).toEqual(await guards(databases[1]));
});
