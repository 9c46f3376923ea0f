import { sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** Exactly once: a second call finds nothing held and changes nothing. */
export async function releaseHold(tx: Transaction, orderId: string): Promise<void> {
  // Lock the tool first: an order being placed holds it and may wait for this order's `unpaid_place` (deadlock).
  await ask(
    tx,
    named(
      'release-hold',
      sql`
    with t as (
      select id from tool where id = (select tool_id from orders where id = ${orderId}) for no key update),
    o as (
      update orders set hold_quantity = 0, hold_until = null
       where id = ${orderId} and hold_quantity > 0 and exists (select from t)
      returning id, tool_id, hold_no, quantity),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'release', quantity from o returning tool_id, delta)
    update tool set available = available + m.delta from m where tool.id = m.tool_id returning tool.id`,
    ),
  );
}
