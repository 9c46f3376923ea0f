import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';

const FILE = new URL('../../migrations/0062-waiting-pieces.sql', import.meta.url);
const sql = await ownDatabase();
const ID = '00000000-0000-4000-8000-000000000001';

const shape = () => sql`
  select conrelid::regclass::text || ' ' || conname as what, convalidated::text as how, pg_get_constraintdef(oid) as text
    from pg_constraint where conname in ('tool_waiting', 'line_pieces', 'paid_line_has_pieces', 'line_in_queue', 'refund_line_back')
  union all select tablename || ' ' || indexname, '', indexdef from pg_indexes where indexname = 'line_waits'
  union all select tgrelid::regclass::text || ' ' || tgname, '', pg_get_triggerdef(oid) from pg_trigger
    where tgname = 'tool_serves_waiting' order by 1`;

test('each of its steps may be repeated: a start that is killed goes on where it was', async () => {
  const before = await shape();
  expect(before).toHaveLength(7);
  // As it was then: later migrations have added columns.
  await sql.unsafe('alter table tool_search drop column pack cascade, drop column ladder cascade');
  const steps = (await readFile(FILE, 'utf8')).split(/^-- step.*$/m).slice(1);
  for (let done = 1; done <= steps.length; done += 1) for (const step of steps.slice(0, done)) await sql.unsafe(step);
  expect(await shape()).toEqual(before);
});

test('a line waits only with a place and a day, and is paid only with all its pieces held or awaited', async () => {
  await sql`insert into person (id, name, email) values (${ID}, 'Ada', 'ada@example.com')`;
  await sql`insert into tool (id, name, description, image, price, min_quantity, available)
            values (${ID}, 'Saw', 'Saws', 'saw.webp', 7, 1, 5)`;
  const insert = (waiting: number, queue: number | null, day: string | null) => sql`
    with purchases as (
      insert into purchase (id, person_id, name, email, phone, address, lines, goods_cents, amount_cents)
      values (gen_random_uuid(), ${ID}, 'Ada', 'ada@example.com', '1', 'A street', 1, 3500, 3500) returning *)
    insert into orders (id, purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name,
                        tool_image, unit_price, quantity, total_cents, hold_quantity, waiting, queue_no, promised_at)
    select id, id, state, person_id, ${ID}, name, email, phone, address, 'Saw', 'saw.webp', 7, 5, 3500, 2, ${waiting}::int,
           ${queue}::bigint, ${day}::date from purchases
    returning id`;
  for (const [waiting, queue, day] of [
    [3, null, '2026-12-03'],
    [3, 1, null],
    [4, 1, '2026-12-03'],
    [-1, 1, '2026-12-03'],
  ] as const)
    await expect(insert(waiting, queue, day)).rejects.toThrow(/check constraint/);
  const [whole] = await insert(3, 1, '2026-12-03');
  const [part] = await insert(2, 2, '2026-12-03');
  const pay = (id: string, intent: string) =>
    sql`update purchase set state = 'paid', paid_intent = ${intent}, paid_at = now() where id = ${id}`;
  await pay(whole?.id as string, 'pi_whole');
  await expect(pay(part?.id as string, 'pi_part')).rejects.toThrow(/paid_line_has_pieces/);
});

test('lines of before know how many of their pieces were promised from a delivery, here by now or not', async () => {
  await sql`update orders set from_delivery = 0`;
  const [line] = await sql`select id from orders where waiting = 3`;
  const served = (meta: object) =>
    sql`insert into audit (action, target, meta) values ('order.served', ${line?.id as string}, ${JSON.stringify(meta)})`;
  await served({ pieces: 1, waiting: 4 });
  await sql`insert into audit (action, target, meta) values ('order.served', ${ID}, '{"pieces": 9}')`;
  const file = await readFile(new URL('../../migrations/0084-from-delivery.sql', import.meta.url), 'utf8');
  for (let time = 0; time < 2; time += 1)
    for (const step of file.split(/^-- step.*$/m).slice(1)) await sql.unsafe(step);
  const rows = await sql`select waiting, from_delivery from orders order by waiting`;
  expect(rows.map(({ waiting, from_delivery }) => [waiting, from_delivery])).toEqual([
    [2, 2],
    [3, 4],
  ]);
});
