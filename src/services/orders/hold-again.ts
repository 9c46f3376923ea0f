import { sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

export async function holdAgain(tx: Transaction, orderId: string): Promise<boolean> {
  const rows = await ask(
    tx,
    named(
      'hold-again',
      sql`
    with t as (
      update tool set available = available - o.quantity
        from orders o
       where o.id = ${orderId} and o.hold_quantity = 0 and tool.id = o.tool_id
         and tool.deleted_at is null and tool.available >= o.quantity
      returning tool.id),
    o as (
      update orders set hold_quantity = quantity, hold_no = hold_no + 1
       where id = ${orderId} and hold_quantity = 0 and exists (select from t)
      returning id, tool_id, hold_no, quantity)
    insert into stock_move (tool_id, order_id, hold_no, kind, delta)
    select tool_id, id, hold_no, 'hold', -quantity from o returning id`,
    ),
  );
  return rows.length === 1;
}
