import { sql } from 'drizzle-orm';
import { lockTools } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/** Gives back what all lines hold and their places in queues, exactly once: a second call changes nothing. */
export async function releaseHold(tx: Transaction, purchaseId: string): Promise<void> {
  await lockTools(
    tx,
    sql`select tool_id from orders where purchase_id = ${purchaseId} and hold_quantity + waiting > 0`,
  );
  await ask(
    tx,
    named(
      'release-hold',
      sql`
    with l as materialized (
      select id, tool_id, hold_no, hold_quantity, waiting from orders
       where purchase_id = ${purchaseId} and hold_quantity + waiting > 0 order by id for no key update),
    o as (
      update orders set hold_quantity = 0, waiting = 0, queue_no = null, shipped_quantity = 0 from l where orders.id = l.id),
    p as (update purchase set hold_until = null where id = ${purchaseId} and hold_until is not null),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'release', hold_quantity from l where hold_quantity > 0)
    select write_stock(array_agg(tool_id order by tool_id), array_agg(available + hold_quantity order by tool_id),
                       array_agg(tool.waiting - l.waiting order by tool_id)) from l join tool on tool.id = tool_id`,
    ),
  );
}
