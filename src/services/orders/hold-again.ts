import { sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** Takes the stock of all lines that hold none, or of none of them: false when too little is left of a tool. */
export async function holdAgain(tx: Transaction, purchaseId: string): Promise<boolean> {
  const [held] = await ask<{ whole: boolean }>(
    tx,
    named(
      'hold-again',
      sql`
    with t as materialized (
      select id, available, deleted_at from tool
       where id in (select tool_id from orders where purchase_id = ${purchaseId} and hold_quantity = 0 and given_up < quantity)
       order by id for no key update),
    l as materialized (
      select orders.id, tool_id, hold_no, quantity - given_up as wanted, available - (quantity - given_up) as remain,
             available >= quantity - given_up and deleted_at is null as there
        from orders join t on t.id = tool_id
       where purchase_id = ${purchaseId} and hold_quantity = 0 and given_up < quantity
       order by orders.id for no key update of orders),
    w as (select coalesce(bool_and(there), true) as whole from l),
    s as (update tool set available = l.remain from l, w where w.whole and tool.id = l.tool_id),
    o as (
      update orders set hold_quantity = l.wanted, hold_no = l.hold_no + 1 from l, w where w.whole and orders.id = l.id),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no + 1, 'hold', -wanted from l, w where w.whole)
    select whole from w`,
    ),
  );
  return held?.whole ?? false;
}
