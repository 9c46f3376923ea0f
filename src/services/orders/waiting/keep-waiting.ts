import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { KeepWaiting } from '#model/orders/order.ts';
import { orders } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { lockToolsOf } from '../../inventory/lock-tools.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { EXPECTED } from '../order-view.ts';
import { lockPurchase } from '../purchase-of.ts';

/** Its customer agrees to the day that a later delivery has now. Lines without a question stay as they are. */
export function keepWaiting(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  id: OrderId,
  wish: KeepWaiting,
): Promise<Outcome<{ changed: boolean }, Failure<'order_not_found' | 'delivery_moved'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (its?.personId !== customerId) return failure({ code: 'order_not_found' });
    const rows = await lockAwaited(
      tx,
      its.id,
      wish.lines.map(({ order }) => order),
    );
    const asked = new Map<string, string>();
    for (const { order, day } of wish.lines) {
      const row = rows.find(({ line }) => line.id === order);
      if (!row) return failure({ code: 'order_not_found' });
      if (row.expected !== day) return failure({ code: 'delivery_moved' });
      if (row.line.agreeBy) asked.set(order, day);
    }
    for (const [order, day] of asked) {
      // The day may be newer than what was told by mail: it is the promise from now on.
      const waitsUntil = sql`greatest(${orders.waitsUntil}, ${day}::date)`;
      await tx.update(orders).set({ promisedAt: day, waitsUntil, agreeBy: null }).where(eq(orders.id, order));
      await record(tx, { action: 'order.kept_waiting', actor: customerId, target: order, meta: { day } });
    }
    return success({ changed: asked.size > 0 });
  });
}

/** Tools before lines, as everywhere, so that their day stays. */
async function lockAwaited(tx: Transaction, purchaseId: string, named: readonly string[]) {
  await lockToolsOf(tx, purchaseId);
  return tx
    .select({ line: orders, expected: EXPECTED })
    .from(orders)
    .where(and(eq(orders.purchaseId, purchaseId), inArray(orders.id, [...named])))
    .orderBy(asc(orders.id))
    .for('no key update');
}
