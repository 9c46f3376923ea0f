import { sql } from 'drizzle-orm';
import type { OrderState } from '#model/orders/order.ts';
import type { Transaction } from '../kernel/context.ts';

/**
 * Gives an order's held stock back and moves it from `from` to `to`, exactly once:
 * whoever comes second finds the hold gone and changes nothing.
 */
export async function releaseHold(
  tx: Transaction,
  orderId: string,
  from: OrderState,
  to: 'unpaid' | 'cancelled' | 'refund_due' | 'refunded',
): Promise<boolean> {
  // The tool before the order is changed: an order being placed has the tool, and would wait for the end of a change
  // that gives this one's place among its customer's unpaid orders up.
  const rows = await tx.execute(sql`
    with t as (
      select id from tool where id = (select tool_id from orders where id = ${orderId}) for no key update),
    o as (
      update orders set state = ${to}, hold_quantity = 0, hold_until = null
       where id = ${orderId} and state = ${from} and hold_quantity > 0 and exists (select from t)
      returning id, tool_id, hold_no, quantity),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'release', quantity from o returning tool_id, delta)
    update tool set available = available + m.delta from m where tool.id = m.tool_id returning tool.id`);
  return rows.length === 1;
}
