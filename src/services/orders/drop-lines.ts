import { sql } from 'drizzle-orm';
import { lockTools, writeStock } from '../inventory/lock-tools.ts';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';

/**
 * Takes lines out of an unpaid purchase whose row is locked and on which no payment is open: their stock goes back, and
 * what is to be paid is less.
 */
export async function dropLines(
  tx: Transaction,
  purchaseId: string,
  orderIds: readonly string[],
  actor?: string,
): Promise<void> {
  const dropped = sql`
    purchase_id = ${purchaseId} and id = any (${sql.param([...orderIds])}::uuid[]) and given_up < quantity`;
  await lockTools(tx, 'lock-dropped-tools', sql`select tool_id from orders where ${dropped}`);
  const [row] = await ask<{ dropped: string[] }>(
    tx,
    named(
      'drop-lines',
      sql`
    with l as materialized (
      select id, tool_id, hold_no, hold_quantity, waiting, quantity, total_cents, guard_cents, discount_cents from orders
       where ${dropped} order by id for no key update),
    o as (update orders set hold_quantity = 0, waiting = 0, queue_no = null, given_up = l.quantity from l where orders.id = l.id),
    m as (
      insert into stock_move (tool_id, order_id, hold_no, kind, delta)
      select tool_id, id, hold_no, 'release', hold_quantity from l where hold_quantity > 0),
    s as materialized (
      select ${writeStock(sql`available + hold_quantity`, sql`tool.waiting - l.waiting`)} from l join tool on tool.id = tool_id),
    less as (
      select count(*)::int as lines, coalesce(sum(total_cents), 0)::bigint as goods,
             coalesce(sum(guard_cents), 0)::bigint as guard, coalesce(sum(discount_cents), 0)::bigint as discount from l)
    update purchase set version = version + 1, lines = purchase.lines - less.lines, goods_cents = goods_cents - less.goods,
           guard_cents = guard_cents - less.guard, discount_cents = discount_cents - less.discount,
           amount_cents = amount_cents - (less.goods - less.guard - less.discount)
      from less, s where purchase.id = ${purchaseId} and less.lines > 0
    returning array(select id from l)::text[] as dropped`,
    ),
  );
  const lines = row?.dropped ?? [];
  for (const id of lines) await record(tx, { action: 'order.line_dropped', actor, target: id });
  const [first] = lines;
  // A line is taken out once, so its mail has a key of its own.
  if (first) await post(tx, 'mail.line-dropped', `mail.line-dropped:${first}`, { orderId: first, lines });
}
