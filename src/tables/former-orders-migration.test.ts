import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS, migrateBefore } from '../../tests/harness/shop-before.ts';

const sql = await ownDatabase();

const shape = () => sql`
  select 'trigger ' || tgname as what from pg_trigger where tgname ~ '^former_'
  union all select 'function ' || proname from pg_proc
    where proname in ('purchase_from_order', 'order_from_purchase', 'shipped_by_order', 'purchases_of_orders', 'purchase_state_of')
  union all select 'index ' || indexname from pg_indexes
    where tablename = 'orders' and indexname in ('orders_hold', 'orders_network_ended', 'orders_unpaid_age',
      'one_order_per_network_place', 'one_order_per_place', 'orders_paid_intent_key')
  union all select 'constraint ' || conname from pg_constraint
    where conname in ('orders_unpaid_place_check', 'orders_review_no_check', 'line_has_purchase')
  union all select 'optional ' || attname from pg_attribute
    where attrelid = 'orders'::regclass and attname in ('purchase_id', 'purchase_state') and not attnotnull`;

test('each of its steps may be repeated, and an order needs its purchase and keeps no network', async () => {
  await emptyShopBefore(sql, '0080');
  await sql`insert into person (email, name) values ('a@example.com', 'A')`;
  await sql`insert into tool (name, description, image, price, min_quantity, available) values ('Saw', '', 'a.webp', 7, 1, 9)`;
  await sql`
    insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price, quantity,
                        total_cents, hold_quantity, unpaid_place, network, network_place)
    select person.id, tool.id, 'A', 'a@example.com', '1', 'A street', 'Saw', image, 7, 1, 700, 1, n, '\\x01', n
      from person, tool, generate_series(1, 3) n`;
  const purchases = await sql`select * from purchase order by seq`;
  expect(purchases).toMatchObject([{ network_place: 1 }, { network_place: 2 }, { network_place: 3 }]);
  expect(await shape()).toHaveLength(19);

  const text = await readFile(new URL('0080-former-orders.sql', MIGRATIONS), 'utf8');
  const steps = text.split(/^-- step.*$/m).slice(1);
  for (let done = 1; done <= steps.length; done += 1) for (const step of steps.slice(0, done)) await sql.unsafe(step);
  await migrateBefore(sql, '0081');
  expect(await shape()).toEqual([]);
  expect(await sql`select * from purchase order by seq`).toEqual(purchases);

  // As a process of the version before places it.
  await sql`
    with placed as (
      insert into purchase (id, person_id, name, email, phone, address, lines, goods_cents, amount_cents, network,
                            network_place)
      select gen_random_uuid(), id, name, email, '1', 'A street', 1, 700, 700, '\\x02', 1 from person returning *)
    insert into orders (id, purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name,
                        tool_image, unit_price, quantity, total_cents, hold_quantity, network, network_place)
    select placed.id, placed.id, placed.state, person_id, tool.id, placed.name, email, phone, address, tool.name, image,
           7, 1, 700, 1, network, network_place
      from placed, tool`;
  expect(await sql`select network, network_place from orders`).toEqual(
    Array(4).fill({ network: null, network_place: null }),
  );
  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  expect(await sql`select * from purchase where network is null or network_place is null`).toEqual([]);
  expect(await sql`select state from orders`).toEqual(Array(4).fill({ state: 'unpaid' }));
});
