import { and, eq, gt, lt, min, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { cancelUnanswered } from './refund-purchase.ts';

/** Cancels waiting pieces whose buyer did not answer in time. A buyer who has yet to hear of another day hears first. */
export async function giveUpUnanswered({
  db,
  clock,
  log,
  wake,
}: Pick<Context, 'db' | 'clock' | 'log' | 'wake'>): Promise<number> {
  const today = clock().toISOString().slice(0, 10);
  const due = await db
    .select({ id: orders.purchaseId })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(
      and(
        gt(orders.waiting, 0),
        lt(orders.agreeBy, today),
        eq(orders.purchaseState, 'paid'),
        sql`coalesce(${tool.restockAt}, ${orders.promisedAt}) = ${orders.promisedAt}`,
      ),
    )
    .groupBy(orders.purchaseId)
    .orderBy(min(orders.agreeBy))
    .limit(100);
  let given = 0;
  for (const { id } of due) {
    try {
      const made = await cancelUnanswered({ db }, id as OrderId, today);
      if (made.ok) given += 1;
      // Else it was answered, has arrived or was cancelled meanwhile.
      else if (made.failure.code !== 'nothing_to_refund') throw new Error(made.failure.code);
    } catch (error) {
      log.error({ err: error, order: id }, 'what waits without an answer could not be given up');
    }
  }
  if (given > 0) wake();
  return given;
}
