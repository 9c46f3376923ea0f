import { beforeAll, expect, test } from 'vitest';
import { ORDER_STATES } from '#model/orders/order.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS, migrateBefore } from '../../tests/harness/shop-before.ts';
import { randomOf } from '../../tests/simulation/random.ts';

const sql = await ownDatabase();

const NIGHT = import.meta.env.MODE === 'night';
/** By night: how often it is killed, and in how many orders. */
const [KILLS, MANY_ORDERS] = [50, 1_000_000];

const person = '00000000-0000-4000-8000-000000000001';
const tool = '00000000-0000-4000-8000-000000000002';

/** Orders of every state, as a version without purchases leaves them. */
const insertOrders = (count: number) => sql`
  with its as (
    select 1 + n % 1000 as q, (${ORDER_STATES}::order_state[])[1 + n % 9] as state from generate_series(1, ${count}::int) n)
  insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price, quantity,
                      total_cents, discount_cents, state, hold_quantity, hold_until, paid_intent, paid_at, shipped_at,
                      unpaid_place, review_reason, review_no, review_intent)
  select ${person}, ${tool}, 'Ada', 'ada@example.com', '1', 'A street', 'Saw', 'saw.webp', 7, q, q * 700, 0, state,
         case when state in ('cancelled', 'refunded') then 0 else q end, case when state = 'unpaid' then now() end,
         case when state in ('paid', 'shipped', 'review') then 'pi_' || gen_random_uuid() end,
         case when state in ('paid', 'shipped', 'review') then now() end, case when state = 'shipped' then now() end,
         null, case when state = 'review' then 'dispute' end, case when state = 'review' then 1 else 0 end, null
    from its`;

const AS_ORDERS = `
  select id, seq, person_id, name, email, phone, address, state::text, hold_until, paid_intent, paid_at, review_reason,
         review_no, total_cents, discount_cents, created_at from orders`;

const AS_PURCHASES = `
  select orders.id, purchase.seq, purchase.person_id, purchase.name, purchase.email, purchase.phone, purchase.address,
         line_state(purchase.state, 'unpaid', quantity, shipped_quantity, given_up)::text as state, purchase.hold_until,
         purchase.paid_intent, purchase.paid_at, purchase.review_reason, purchase.review_no, goods_cents as total_cents,
         purchase.discount_cents, purchase.created_at
    from orders join purchase on purchase.id = purchase_id and purchase.state = purchase_state`;

const asOrders = () => sql.unsafe(`${AS_ORDERS} order by seq`);
const asPurchases = () => sql.unsafe(`${AS_PURCHASES} order by seq`);

/** A shop with so many orders, whose last migration comes before this one. */
async function shopBefore(migration: string, orders: number): Promise<void> {
  await emptyShopBefore(sql, migration);
  await sql`insert into person (id, name, email) values (${person}, 'Ada', 'ada@example.com')`;
  await sql`insert into tool (id, name, description, image, price, min_quantity, available, sku)
            values (${tool}, 'Saw', 'Saws', 'saw.webp', 7, 1, 1000000, 'SAW-1')`;
  await insertOrders(orders);
}

beforeAll(() => shopBefore('0055', 2_500));

test('every order of before is a purchase of one line, in more than one batch', async () => {
  const before = await asOrders();
  await migrateBefore(sql, '0080');
  expect(await asOrders()).toEqual(before);
  expect(await asPurchases()).toEqual(before);
});

test('until 0080 what a version without purchases writes arrives in the purchase', async () => {
  await insertOrders(9);
  expect(await asPurchases()).toEqual(await asOrders());
  const [order] = await sql`select id from orders where state = 'unpaid' order by seq desc limit 1`;
  const id = order?.id as string;
  await sql`update orders set state = 'paid', paid_intent = 'pi_before', paid_at = now(), hold_until = null where id = ${id}`;
  expect(await asPurchases()).toEqual(await asOrders());
  await sql`update orders set state = 'shipped', shipped_at = now() where id = ${id}`;
  expect(
    await sql`select state::text, purchase_state::text, shipped_quantity = quantity as whole from orders where id = ${id}`,
  ).toEqual([{ state: 'shipped', purchase_state: 'paid', whole: true }]);
  await sql`update orders set state = 'paid', shipped_at = null where id = ${id}`;
  expect(await sql`select state::text, shipped_quantity from orders where id = ${id}`).toEqual([
    { state: 'paid', shipped_quantity: 0 },
  ]);
  expect(await asPurchases()).toEqual(await asOrders());
});

test('and what a version with purchases writes arrives in the order', async () => {
  const [order] = await sql`select id from orders where state = 'unpaid' order by seq desc limit 1`;
  const id = order?.id as string;
  await sql`update purchase set hold_until = now() + interval '1 day' where id = ${id}`;
  expect(await asPurchases()).toEqual(await asOrders());
  await sql`update purchase set state = 'paid', paid_intent = 'pi_now', paid_at = now(), hold_until = null where id = ${id}`;
  expect(await asPurchases()).toEqual(await asOrders());
  await sql`update orders set shipped_quantity = quantity where id = ${id}`;
  expect(await sql`select state::text from orders where id = ${id}`).toEqual([{ state: 'shipped' }]);
  await sql`update purchase set state = 'review', review_no = 1, review_reason = 'dispute' where id = ${id}`;
  expect(await sql`select state::text, review_reason from orders where id = ${id}`).toEqual([
    { state: 'review', review_reason: 'dispute' },
  ]);
});

test('with 0080 an order still shows the state of its purchase and what was sent, and every purchase is as it was', async () => {
  const before = await asPurchases();
  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  expect(await asPurchases()).toEqual(before);
  const [purchase] = await sql`select id from purchase where state = 'unpaid' order by seq desc limit 1`;
  const id = purchase?.id as string;
  const state = async () => (await sql`select state from orders where id = ${id}`)[0]?.state;
  await sql`update purchase set state = 'paid', paid_intent = 'pi_later', paid_at = now(), hold_until = null where id = ${id}`;
  expect(await state()).toBe('paid');
  await sql`update orders set shipped_quantity = quantity where id = ${id}`;
  expect(await state()).toBe('shipped');
  await sql`update orders set shipped_quantity = 0 where id = ${id}`;
  expect(await state()).toBe('paid');
  await sql`update purchase set state = 'review', review_no = 1, review_reason = 'dispute' where id = ${id}`;
  expect(await state()).toBe('review');
});

/** A shop of before whose orders are not purchases yet; answers the number of the first. */
async function shopOfOrders(orders: number): Promise<number> {
  await shopBefore('0057', 0);
  // With what makes purchases of new orders switched off, for orders of before.
  await sql`alter table orders disable trigger former_order`;
  await insertOrders(orders);
  await sql`alter table orders enable trigger former_order`;
  await sql.unsafe(`
    create function die() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return new; end $$`);
  const [{ first } = { first: 0 }] = await sql<{ first: number }[]>`select min(seq)::int as first from orders`;
  return first;
}

const KILLED = { ok: false, failure: { code: 'migration-failed' } };

/** Killed when it makes the purchase of the order with this number. */
async function killedAt(seq: number): Promise<void> {
  await sql.unsafe(
    `create trigger die before insert on purchase for each row when (new.seq = ${seq}) execute function die()`,
  );
  expect(await migrate(sql, MIGRATIONS)).toMatchObject(KILLED);
  await sql`drop trigger die on purchase`;
}

test('killed in its batches and while it builds an index, it goes on where it was: nothing lost, nothing twice', async () => {
  const first = await shopOfOrders(2_500);
  for (const [place, done] of [
    [500, 0],
    [1_500, 1_000],
    [2_499, 2_001],
  ] as const) {
    await killedAt(first + place);
    expect(await sql`select from purchase`).toHaveLength(done);
    // Between the tries a version without purchases goes on.
    if (done === 1_000) await insertOrders(1);
    await sql`
      update orders set state = 'paid', paid_intent = 'pi_between_' || seq, paid_at = now(), hold_until = null
       where seq in (select min(seq) from orders where state = 'unpaid' union select max(seq) from orders
                      where state = 'unpaid' and seq < ${first + 2_400}::int)`;
  }
  await sql.begin(async (open) => {
    await open`update orders set address = address where seq = ${first}::int`;
    const building = migrate(sql, MIGRATIONS);
    await expect
      .poll(
        async () =>
          (
            await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ~ 'index concurrently'`
          ).length,
      )
      .toBe(1);
    expect(await building).toMatchObject(KILLED);
  });
  expect(await sql`select from pg_index where not indisvalid`).toHaveLength(1);
  const before = await asOrders();
  await migrateBefore(sql, '0081');
  expect(await asOrders()).toEqual(before);
  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  expect(await asPurchases()).toEqual(before);
  expect(await sql`select from purchase`).toHaveLength(2_501);
  expect(await sql`select indexrelid from pg_index where not indisvalid`).toEqual([]);
  expect(await sql`select conname from pg_constraint where not convalidated and conrelid = 'orders'::regclass`).toEqual(
    [],
  );
});

test.runIf(NIGHT)(
  `killed ${KILLS} times in ${MANY_ORDERS} orders while the shop goes on, it loses and doubles nothing`,
  async () => {
    const first = await shopOfOrders(MANY_ORDERS);
    const lots = randomOf(57);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedAt(first + Math.floor(((kill + lots.draw()) * MANY_ORDERS) / KILLS));
      await insertOrders(1);
      await sql`
        update orders set state = 'paid', paid_intent = 'pi_between_' || seq, paid_at = now(), hold_until = null
         where seq in (select min(seq) from orders where state = 'unpaid' union select max(seq) from orders
                        where state = 'unpaid' and seq < ${first + MANY_ORDERS}::int)`;
    }
    await sql.unsafe(`create table before as ${AS_ORDERS}`);
    await migrateBefore(sql, '0081');
    const [counted] = await sql.unsafe(`
      select (select count(*)::int from before) as orders, (select count(*)::int from purchase) as purchases,
             (select count(*)::int from (table before except ${AS_ORDERS}) it) as changed,
             (select count(*)::int from (table before except ${AS_PURCHASES}) it) as different`);
    const all = MANY_ORDERS + KILLS;
    expect(counted).toEqual({ orders: all, purchases: all, changed: 0, different: 0 });
    expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  },
  3_600_000,
);
