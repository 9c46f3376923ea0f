import { expect, test } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS } from '../../tests/harness/shop-before.ts';

const sql = await ownDatabase();

/** As the previous version writes it. */
const payAsBefore = (from: number, count: number, state: string) => sql`
  insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
  select orders.id, n, 'pi:' || orders.id || ':' || n, 'pi_' || n, 700, ${state}::payment_state
    from orders, generate_series(${from}::int, ${from + count - 1}::int) n`;

test('payments of a shop of before get their ids, are of Stripe, and a process of before goes on beginning them', async () => {
  await emptyShopBefore(sql, '0063');
  await sql`insert into person (email, name, role) values ('a@example.com', 'A', 'customer')`;
  await sql`insert into tool (name, description, image, price, min_quantity, available)
    values ('Hammer', 'A hammer', '/images/a.webp', 7, 1, 100)`;
  await sql`insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price,
                                quantity, total_cents, discount_cents, hold_quantity)
    select person.id, tool.id, 'A', 'a@example.com', '1', 'A street', tool.name, image, 7, 1, 700, 0, 0 from person, tool`;
  await payAsBefore(1, 2_345, 'cancelled');
  await payAsBefore(2_346, 1, 'open');
  const [page] = await sql`select relfilenode from pg_class where relname = 'payment'`;

  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  expect(await sql`select relfilenode from pg_class where relname = 'payment'`).toEqual([page]);
  await expect(payAsBefore(2_347, 1, 'creating')).rejects.toThrow('one_live_attempt');
  await sql`update payment set state = 'capturing' where state = 'open'`;
  await expect(payAsBefore(2_347, 1, 'creating')).rejects.toThrow('one_live_attempt');
  await sql`update payment set state = 'cancelled'`;
  await payAsBefore(2_347, 1, 'creating');
  const [count] = await sql`
    select count(*)::int as rows, count(distinct id)::int as ids, count(*) filter (where provider = 'stripe')::int as of_stripe
      from payment`;
  expect(count).toEqual({ rows: 2_347, ids: 2_347, of_stripe: 2_347 });
  const [id] =
    await sql`select attnotnull as required from pg_attribute where attrelid = 'payment'::regclass and attname = 'id'`;
  expect(id).toEqual({ required: true });
});
