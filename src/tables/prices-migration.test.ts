import { expect, test } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS, migrateBefore } from '../../tests/harness/shop-before.ts';

const sql = await ownDatabase();

/** The statement of the previous version, without what is not about prices. */
const orderAsBefore = (quantity: number) => sql`
  with t as (
    update tool set available = available - ${quantity}::int
     where deleted_at is null and price = 10 and min_quantity <= ${quantity} and available >= ${quantity}
    returning id, name, image, price)
  insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price, quantity,
                      total_cents, discount_cents, hold_quantity)
  select person.id, t.id, person.name, email, '5550142200', '1 Main Street', t.name, image, price, ${quantity},
         price * ${quantity} * 100, 100, ${quantity} from t, person`;

test('tools and orders of a shop of before cost what they cost, and a process of before goes on selling', async () => {
  await emptyShopBefore(sql, '0054');
  await sql`insert into person (email, name, role) values ('a@example.com', 'A', 'customer')`;
  await sql`insert into tool (name, description, image, price, min_quantity, available)
    values ('Hammer', 'A hammer', '/images/a.webp', 10, 5, 100)`;
  await orderAsBefore(5);
  const [page] = await sql`select relfilenode from pg_class where relname = 'orders'`;

  await migrateBefore(sql, '0056');
  await sql`update orders set state = 'cancelled', hold_quantity = 0`;
  await orderAsBefore(6);
  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  const rows = await sql`select quantity, total_cents, guard_cents, discount_cents from orders order by seq`;
  expect([...rows]).toEqual([
    { quantity: 5, total_cents: 5_000, guard_cents: 0, discount_cents: 100 },
    { quantity: 6, total_cents: 6_000, guard_cents: 0, discount_cents: 100 },
  ]);
  const [tool] = await sql`select pack, step_from, step_price, available from tool`;
  expect(tool).toEqual({ pack: 1, step_from: [], step_price: [], available: 89 });
  expect(await sql`select relfilenode from pg_class where relname = 'orders'`).toEqual([page]);
  const checks = await sql`select conname as name, convalidated as valid, pg_get_constraintdef(oid) as check
    from pg_constraint where contype = 'c' and conrelid in ('orders'::regclass, 'tool'::regclass)`;
  expect(checks.filter(({ valid }) => !valid)).toEqual([]);
  const ofDiscount = checks.filter(({ check }) => check.includes('discount_cents'));
  expect(ofDiscount.map(({ name }) => name)).toEqual(['orders_discount']);
});
