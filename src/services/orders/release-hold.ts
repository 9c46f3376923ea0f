import { sql } from 'drizzle-orm';
import { lockTools, writeStock } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { move } from './move-purchase.ts';

/** Gives back what all lines hold and their places in queues, exactly once: a second call changes nothing. */
export async function releaseHold(tx: Transaction, purchaseId: string): Promise<void> {
  const held = sql`purchase_id = ${purchaseId} and hold_quantity + orders.waiting > 0`;
  await lockTools(tx, 'lock-held-tools', sql`select tool_id from orders where ${held}`);
  await ask(
    tx,
    named(
      'release-hold',
      sql`
    with l as materialized (
      select id, tool_id, hold_no, hold_quantity, waiting from orders
       where ${held} order by id for no key update),
    o as (
      update orders set hold_quantity = 0, waiting = 0, queue_no = null, shipped_quantity = 0 from l where orders.id = l.id),
    p as (update purchase set hold_until = null where id = ${purchaseId} and hold_until is not null),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'release', hold_quantity from l where hold_quantity > 0)
    select ${writeStock(sql`available + hold_quantity`, sql`tool.waiting - l.waiting`)} from l join tool on tool.id = tool_id`,
    ),
  );
}

export async function finishCancel(
  tx: Transaction,
  id: string,
  from: 'unpaid' | 'cancelling',
  actor?: string,
): Promise<void> {
  await releaseHold(tx, id);
  await move(tx, id, from, 'cancelled');
  await record(tx, { action: 'order.cancelled', actor, target: id });
  await post(tx, 'mail.order-cancelled', `mail.order-cancelled:${id}`, { orderId: id });
}
