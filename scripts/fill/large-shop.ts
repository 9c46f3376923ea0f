import { type SQL, sql } from 'drizzle-orm';
import { BLOCK } from '../../platform/audit/audit-chain.ts';
import { transactWithoutLimits } from '../../platform/postgres/without-limits.ts';
import type { Db, Transaction } from '../../src/services/kernel/context.ts';

export interface LargeShop {
  readonly tools: number;
  readonly orders: number;
  /** The same seed gives the same people, tools and orders. */
  readonly seed: number;
}

/** Needs the starting catalogue. Keeps every invariant. @throws when the seed was used in this shop before */
export async function makeLarge(db: Db, wanted: LargeShop, progress: (text: string) => void): Promise<void> {
  await transactWithoutLimits(db, async (tx) => {
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
    await tx.execute(sql`set local synchronous_commit = off`);
    await tx.execute(drawFrom(wanted.seed));
    progress('customers');
    await tx.execute(people(wanted));
    progress('tools');
    await tx.execute(sql`alter table tool disable trigger tool_kept_search`);
    await tx.execute(tools(wanted));
    const bare = await takeIndexesOff(tx, [
      ...['orders', 'purchase', 'stock_move', 'payment', 'shipment', 'shipment_line', 'tool_search', 'tool_stock'],
    ]);
    progress('orders');
    await tx.execute(orders(wanted));
    progress('stock moves');
    await tx.execute(initialStock(wanted));
    await tx.execute(holds(wanted));
    await tx.execute(releases(wanted));
    progress('payments');
    await tx.execute(payments(wanted));
    progress('shipments');
    await tx.execute(shipments(wanted));
    progress('what tools are found by');
    await tx.execute(sql`truncate tool_search, tool_stock`);
    await tx.execute(sql`select renew_ladders()`);
    await tx.execute(sql`insert into tool_search select * from listed_tools() order by category, name`);
    await tx.execute(sql`insert into tool_stock select seq, available from tool_search order by seq`);
    for (const statement of bare) {
      progress(statement);
      await tx.execute(sql.raw(statement));
    }
    // The categories are left to be counted.
    await tx.execute(sql`select renew_search()`);
    await tx.execute(sql`alter table tool enable trigger tool_kept_search`);
  });
  // A block of the audit is sealed as a whole: no transaction may write more rows than one holds.
  const step = Math.floor(BLOCK / 3);
  for (let from = 1; from <= wanted.orders; from += step) {
    if (from % (step * 600) === 1) progress(`audit of order ${from} of ${wanted.orders}`);
    await db.execute(auditOf(wanted, from, Math.min(from + step - 1, wanted.orders)));
  }
  progress('figures for the planner');
  await transactWithoutLimits(db, (tx) => tx.execute(sql`analyze`));
}

const customersOf = ({ orders: count }: LargeShop): number => Math.max(1, Math.ceil(count / 20));

/** `draw(n, what, below)`: an integer in [0, below), the same for the same seed. */
const drawFrom = (seed: number): SQL =>
  sql.raw(`create function pg_temp.draw(n bigint, what int, below bigint) returns bigint
    language sql immutable parallel safe
    return (hashint8extended(n, what + 100 * ${seed}::bigint) & 9223372036854775807) % below`);

const idOf = ({ seed }: LargeShop, kind: 'person' | 'tool' | 'order', n: SQL): SQL =>
  sql`overlay(overlay(md5(${`${seed}:${kind}:`} || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

const wordOf = (words: readonly string[], place: SQL): SQL =>
  sql`(array[${sql.join(
    words.map((word) => sql`${word}::text`),
    sql`, `,
  )}])[1 + ${place}]`;

const FIRST = ['Dana', 'Jonas', 'Priya', 'Amara', 'Luis', 'Mei', 'Tomasz', 'Ingrid', 'Omar', 'Sofia', 'Kenji', 'Ruth'];
const LAST = [
  'Ortiz',
  'Keller',
  'Nair',
  'Okafor',
  'Mendes',
  'Lin',
  'Nowak',
  'Berg',
  'Haddad',
  'Rossi',
  'Sato',
  'Cohen',
];

const people = (shop: LargeShop): SQL => sql`
  insert into person (id, email, name, created_at)
  select ${idOf(shop, 'person', sql`n`)}, ${`buyer.${shop.seed}.`} || n || '@example.com',
         ${wordOf(FIRST, sql`pg_temp.draw(n, 1, ${FIRST.length})`)} || ' ' ||
         ${wordOf(LAST, sql`pg_temp.draw(n, 2, ${LAST.length})`)},
         now() - interval '3 years' - pg_temp.draw(n, 3, 500) * interval '1 day'
    from generate_series(1, ${customersOf(shop)}::bigint) n`;

const HANDLES = ['Ash Handle', 'Beech Handle', 'Hickory Handle', 'Soft Grip', 'Two-Colour Grip', 'Steel Shank'];

const tools = (shop: LargeShop): SQL => sql`
  with pattern as (
    select row_number() over (order by seq) - 1 as place, count(*) over () as patterns, image, category, description,
           regexp_replace(name, '[ ,]+(\\d.*|No\\. .*|,.*)$', '') as kind, price, min_quantity
      from tool where deleted_at is null and sku not like 'L%-%')
  insert into tool (id, name, description, image, sku, category, price, min_quantity, pack, step_from, step_price,
                    available, created_at)
  select ${idOf(shop, 'tool', sql`n`)},
         kind || ' ' || 20 * (5 + pg_temp.draw(n, 10, 40)) || ' mm, ' ||
         ${wordOf(HANDLES, sql`pg_temp.draw(n, 11, ${HANDLES.length})`)} || ', Series ' ||
         chr(65 + pg_temp.draw(n, 12, 26)::int) || pg_temp.draw(n, 13, 1000),
         description, image, ${`L${shop.seed}-`} || lpad(n::text, 8, '0'), category,
         its.price, its.min_quantity, case when pg_temp.draw(n, 17, 4) = 0 then its.min_quantity else 1 end,
         case when stepped then array[4 * its.min_quantity, 20 * its.min_quantity] else '{}' end,
         case when stepped then array[its.price - 1 - its.price / 12, its.price - 2 - its.price / 12 * 2] else '{}' end,
         0, now() - interval '3 years' + n * interval '3 years' / ${shop.tools}::bigint
    from generate_series(1, ${shop.tools}::bigint) n join pattern on place = pg_temp.draw(n, 16, patterns)
   cross join lateral (select (1 + pattern.price * (50 + pg_temp.draw(n, 14, 150)) / 100)::int as price,
                              greatest(1, pattern.min_quantity * (1 + pg_temp.draw(n, 15, 3)))::int as min_quantity) its
   cross join lateral (select its.price >= 3 and pg_temp.draw(n, 18, 2) = 0 as stepped) ladder
   order by n`;

const orders = (shop: LargeShop): SQL => {
  const skewed = (what: number, count: number) =>
    sql`1 + floor(${count}::bigint * power(pg_temp.draw(n, ${what}, 1000000) / 1e6, 3))::bigint`;
  return sql`
  with drawn as (
    select n, case when n <= ${customersOf(shop)}::bigint then n else ${skewed(20, customersOf(shop))} end as person_no,
           ${skewed(21, shop.tools)} as tool_no, pg_temp.draw(n, 22, 100) as luck,
           now() - interval '2 hours' - (${shop.orders}::bigint - n) * interval '3 years' / ${shop.orders}::bigint as at
      from generate_series(1, ${shop.orders}::bigint) n),
  told as (
    select drawn.*, tool.id as tool_id, tool.name as tool_name, tool.image,
           its.quantity, unit_price(its.quantity, price, step_from, step_price) as unit,
           price_guard(its.quantity, price, step_from, step_price) * 100 as guard, person.id as person_id, person.name, person.email,
           case when luck < 6 then 'cancelled'
                when luck < 10 then case when at > now() - interval '13 days' then 'unpaid' else 'cancelled' end
                when at > now() - interval '4 days' then 'paid' else 'shipped' end::order_state as state
      from drawn join tool on tool.id = ${idOf(shop, 'tool', sql`tool_no`)}
                 join person on person.id = ${idOf(shop, 'person', sql`person_no`)}
     cross join lateral (select tool.min_quantity * (1 + pg_temp.draw(n, 23, 8))::int as quantity) its),
  priced as (
    select told.*, ${idOf(shop, 'order', sql`n`)} as id, '555' || lpad((n % 10000000)::text, 7, '0') as phone,
           (1 + n % 900) || ' Yard Street, Building ' || n % 40 as address, unit::bigint * quantity * 100 as goods,
           case when n <= ${customersOf(shop)}::bigint then (unit::bigint * quantity * 100 - guard) * 30 / 100 else 0 end as off,
           case when state = 'shipped' then 'paid' else state::text end::purchase_state as purchase_state,
           state in ('paid', 'shipped') as paid from told),
  p as (
    insert into purchase (id, person_id, name, email, phone, address, state, lines, goods_cents, guard_cents,
                          discount_cents, amount_cents, offer, paid_intent, paid_at, created_at)
    select id, person_id, name, email, phone, address, purchase_state, 1, goods, guard, off, goods - guard - off,
           off > 0, case when paid then ${`pi_large_${shop.seed}_`} || n end,
           case when paid then at + interval '9 minutes' end, at
      from priced order by n)
  insert into orders (id, purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name,
                      tool_image, unit_price, quantity, total_cents, guard_cents, discount_cents, state, hold_quantity,
                      shipped_quantity, shipped_at, created_at)
  select id, id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name, image, unit,
         quantity, goods, guard, off, state, case when paid then quantity else 0 end,
         case when state = 'shipped' then quantity else 0 end,
         case when state = 'shipped' then at + interval '2 days' end, at
    from priced order by n`;
};

/** Ids do not tell the orders of this run; the transaction that wrote them does. */
const OF_THIS_RUN = sql`orders.xmin = pg_current_xact_id()::xid`;

const initialStock = (shop: LargeShop): SQL => sql`
  with sold as (
    select tool_id, sum(hold_quantity)::bigint as pieces from orders where ${OF_THIS_RUN} group by tool_id),
  stocked as (
    update tool set available = case when pg_temp.draw(right(sku, 8)::bigint, 30, 50) = 0 then 0
                                     else min_quantity * (1 + pg_temp.draw(right(sku, 8)::bigint, 31, 200))::int end
     where sku like ${`L${shop.seed}-%`} returning id, available, created_at)
  insert into stock_move (tool_id, kind, delta, at)
  select stocked.id, 'initial', available + coalesce(pieces, 0), created_at
    from stocked left join sold on sold.tool_id = stocked.id`;

const holds = (_: LargeShop): SQL => sql`
  insert into stock_move (tool_id, order_id, hold_no, kind, delta, at)
  select tool_id, id, 1, 'hold', -quantity, created_at from orders where ${OF_THIS_RUN} order by seq`;

const releases = (_: LargeShop): SQL => sql`
  insert into stock_move (tool_id, order_id, hold_no, kind, delta, at)
  select tool_id, id, 1, 'release', quantity, created_at + interval '1 hour' from orders
   where ${OF_THIS_RUN} and hold_quantity = 0 order by seq`;

const payments = ({ seed }: LargeShop): SQL => sql`
  insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state, looked_at, created_at)
  select purchase.id, 1, ${`large-${seed}-`} || orders.seq, purchase.paid_intent, amount_cents, 'succeeded',
         purchase.paid_at, purchase.paid_at
    from purchase join orders on purchase_id = purchase.id where ${OF_THIS_RUN} and purchase.paid_intent is not null`;

const shipments = (_: LargeShop): SQL => sql`
  with sent as (
    select id, purchase_id, quantity, shipped_at from orders where ${OF_THIS_RUN} and state = 'shipped' order by seq),
  made as (insert into shipment (id, purchase_id, no, at) select id, purchase_id, 1, shipped_at from sent)
  insert into shipment_line (shipment_id, order_id, quantity) select id, id, quantity from sent`;

const auditOf = (shop: LargeShop, from: number, to: number): SQL => sql`
  insert into audit (actor, action, target)
  select case told.action when 'order.shipped' then null else orders.person_id end, told.action, orders.id::text
    from generate_series(${from}::bigint, ${to}::bigint) n
    join orders on orders.id = ${idOf(shop, 'order', sql`n`)}
   cross join lateral (values (1, 'order.placed', true),
     (2, 'order.paid', orders.state in ('paid', 'shipped')), (3, 'order.shipped', orders.state = 'shipped'),
     (4, 'order.cancelled', orders.state = 'cancelled')) as told (place, action, happened)
   where told.happened order by n, told.place`;

/** Drops indexes and keys: creating them at the end is many times faster. Returns the statements that restore them. */
async function takeIndexesOff(tx: Transaction, tables: readonly string[]): Promise<string[]> {
  const named = sql`any(array[${sql.join(
    tables.map((table) => sql`${table}::regclass`),
    sql`, `,
  )}])`;
  // Foreign keys are dropped first and restored last: they depend on the keys of other tables.
  const { rows: constraints } = await tx.execute<{ off: string; on: string; type: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on,
           contype as type
      from pg_constraint
     where (conrelid = ${named} and contype in ('p', 'u', 'f')) or (confrelid = ${named} and contype = 'f')
     order by contype <> 'f', contype, conname`);
  const { rows: indexes } = await tx.execute<{ off: string; on: string }>(sql`
    select format('drop index %s', indexrelid::regclass) as off, pg_get_indexdef(indexrelid) as on
      from pg_index
     where indrelid = ${named}
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`);
  for (const { off } of [...constraints, ...indexes]) await tx.execute(sql.raw(off));
  return [
    ...constraints.filter(({ type }) => type !== 'f'),
    ...indexes,
    ...constraints.filter(({ type }) => type === 'f'),
  ].map(({ on }) => on);
}
