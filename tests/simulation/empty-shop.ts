import { sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { stepColumns } from '#services/catalogue/step-columns.ts';
import type { Db } from '#services/kernel/context.ts';

/** What its tools cost: five hammers no more than six. `dear`: enough for PayPal. */
const pricesOf = (dear: boolean) => {
  const times = dear ? 10 : 1;
  const steps = [
    { from: 6, price: 8 * times },
    { from: 10, price: 7 * times },
  ];
  return { hammer: { price: 10 * times, steps }, saw: 9 * times };
};

/** A shop that has just opened: three customers, an admin and two tools, of which the first has steps. */
export async function emptyShop(db: Db, now: Date, awaits: boolean, dear: boolean) {
  const prices = pricesOf(dear);
  await db.execute(sql`do $$ begin
    -- What the tables' guards refuse, the superuser of the tests may do without them.
    perform set_config('session_replication_role', 'replica', true);
    delete from refund_line; delete from refund; delete from shipment_line; delete from shipment;
    delete from payment; delete from stock_move; delete from idempotency; delete from orders; delete from purchase; delete from tool;
    delete from session; delete from google_identity; delete from google_attempt; delete from upload;
    delete from profile; delete from person; delete from job; delete from audit;
    delete from bookmark; delete from allowance;
    delete from tool_search; delete from tool_stock; delete from price_ladder;
    perform setval(pg_get_serial_sequence('job', 'id'), 1, false);
  end $$`);
  const { rows: people } = await db.execute<{ id: string }>(sql`
    insert into person (email, name, role) values ('a@example.com', 'A', 'customer'), ('b@example.com', 'B', 'customer'),
      ('c@example.com', 'C', 'customer'), ('d@example.com', 'D', 'admin') returning id`);
  const { stepFrom, stepPrice } = stepColumns(prices.hammer.steps);
  const { rows: tools } = await db.execute<{ id: ToolId }>(sql`
    with t as (insert into tool (name, description, image, price, min_quantity, available, step_from, step_price)
               values ('Hammer', 'A hammer', '/images/a.webp', ${prices.hammer.price}, 5, ${awaits ? 5 : 20}, ${sql.param(stepFrom)}, ${sql.param(stepPrice)}),
                      ('Saw', 'A saw', '/images/a.webp', ${prices.saw}, 5, 20, '{}', '{}')
               returning id, available),
    m as (insert into stock_move (tool_id, kind, delta) select id, 'initial', available from t)
    select id from t`);
  if (awaits) await db.execute(sql`update tool set restock_at = ${now.toISOString()}::date + 19, backorder_limit = 30`);
  const ids = people.map((it) => it.id);
  const admin = ids.pop();
  const [hammer, saw] = tools;
  if (!hammer || !saw || !admin) throw new Error('the shop could not be emptied');
  return { people: ids, admin, hammer: hammer.id, saw: saw.id, prices };
}
