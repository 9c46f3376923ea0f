import { sql } from 'drizzle-orm';
import { earliestDay } from '#model/catalogue/restock.ts';
import { lockTools, writeStock } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** A line whose pieces are gone. */
export interface ShortLine {
  readonly line: number;
  readonly quantity: number;
  /** Pieces that could still be taken, in whole packs. */
  readonly available: number;
  /** The day of the delivery that the others may wait for; null where none is promised for all of them. */
  readonly restockAt: string | null;
}

/**
 * Takes the pieces of all lines that have none, or of none of them: answers the lines of which too little is left. What
 * was to wait for a delivery may wait again, if that is promised for the same day or earlier.
 * @param mayWait whether the buyer agrees that whatever is missing waits
 * @param waitUntil the last day for which they do; any without it
 */
export async function holdAgain(
  tx: Transaction,
  purchaseId: string,
  now: Date,
  mayWait = false,
  waitUntil?: string,
): Promise<readonly ShortLine[]> {
  const bare = sql`purchase_id = ${purchaseId} and hold_quantity + orders.waiting + given_up < quantity`;
  const missing = await lockTools(tx, 'lock-bare-tools', sql`select tool_id from orders where ${bare}`);
  if (missing === 0) return [];
  const [answer] = await ask<{ short: readonly ShortLine[] | null }>(
    tx,
    named(
      'hold-again',
      sql`
    with t as materialized (
      select id, available, waiting, greatest(available - waiting, 0) as free, pack, restock_at, backorder_limit, deleted_at
        from tool where id in (select tool_id from orders where ${bare})),
    l as materialized (
      select orders.id, line_no, tool_id, hold_no, wanted, taken, available, t.waiting, restock_at, promised, deleted_at,
             deleted_at is null and (taken = wanted
               or promised and (${mayWait}::boolean and restock_at <= coalesce(${waitUntil ?? null}::date, restock_at)
                            or (promised_at >= restock_at) is true)) as there
        from orders join t on t.id = tool_id,
             lateral (select quantity - given_up as wanted) its,
             lateral (select case when free >= wanted then wanted else free - free % pack end as taken) part,
             lateral (select (restock_at >= ${earliestDay(now)}::date
                              and t.waiting + wanted - taken <= backorder_limit) is true as promised) delivery
       where ${bare} order by orders.id for no key update of orders),
    w as (select coalesce(bool_and(there), true) as whole from l),
    s as materialized (
      select ${writeStock(sql`available - taken`, sql`waiting + wanted - taken`)} from l, w where w.whole),
    o as (
      update orders set hold_quantity = taken, hold_no = l.hold_no + (taken > 0)::int, waiting = wanted - taken,
             from_delivery = wanted - taken,
             queue_no = case when taken < wanted then nextval('line_queue') end,
             promised_at = case when taken < wanted then l.restock_at else promised_at end
        from l, w where w.whole and orders.id = l.id),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no + 1, 'hold', -taken from l, w where w.whole and taken > 0)
    select jsonb_agg(jsonb_build_object('line', line_no, 'quantity', wanted, 'available',
                       case when deleted_at is null then taken else 0 end, 'restockAt',
                       case when deleted_at is null and promised then restock_at end) order by line_no)
             filter (where not there) as short, (select count(*) from s) as written
      from l`,
    ),
  );
  return answer?.short ?? [];
}
