import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS } from '../../tests/harness/shop-before.ts';

const sql = await ownDatabase();
const LADDERS = 30;

beforeEach(async () => {
  await emptyShopBefore(sql, '0079');
  await sql`
    insert into tool (name, description, image, category, price, min_quantity, available, deleted_at)
    select 'Saw ' || n, 'Saws.', '/images/a', 'Saws ' || n % 7, 1 + n % ${LADDERS}::int, 1, 1000, case when n % 100 = 0 then now() end
      from generate_series(1, 2500) n`;
});

const wrong = () => sql`
  select coalesce(listed.seq, kept.seq) as seq from listed_tools() listed full join tool_search kept on kept.seq = listed.seq
   where listed is distinct from kept or kept.ladder is null`;
const priced = () => sql`
  select tool_ladder.seq, price_ladder.price from tool_ladder join price_ladder on id = ladder order by tool_ladder.seq`;

test('each of its steps may be repeated: a start that is killed goes on where it was', async () => {
  const before = await priced();
  const text = await readFile(new URL('0079-search-knows-its-ladder.sql', MIGRATIONS), 'utf8');
  const steps = text.split(/^-- step.*$/m).slice(1);
  for (let done = 1; done <= steps.length; done += 1) for (const step of steps.slice(0, done)) await sql.unsafe(step);
  expect([...(await wrong())]).toEqual([]);
  expect(await priced()).toEqual(before);
});

test('orders go on, tools are changed, and every tool is found by its prices', async () => {
  let ended = false;
  const busy = (async () => {
    for (let n = 1; !ended; n += 1) {
      const seq = 1 + ((n * 37) % 2500);
      await sql`update tool set available = available - 1 where seq in (${seq}, ${2501 - seq})`;
      await sql`update tool set price = ${1 + (n % (2 * LADDERS))} where seq = ${1 + ((n * 53) % 2500)}`;
    }
  })();
  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  ended = true;
  await busy;
  expect([...(await wrong())]).toEqual([]);
  expect(await sql`select from price_ladder where id not in (select ladder from tool_search)`).toHaveLength(0);
});
