import { and, eq, gt, lt, min } from 'drizzle-orm';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { EXPECTED } from '../orders/order-view.ts';
import { cancelUnanswered } from './refund-purchase.ts';
import { workEach } from './work-each.ts';

/** Cancels waiting pieces whose buyer was asked by mail and did not answer in time. Who has yet to hear of another day hears first. */
export async function giveUpUnanswered(context: Pick<Context, 'db' | 'clock' | 'log' | 'wake'>): Promise<number> {
  const { db, clock } = context;
  const today = earliestDay(clock());
  const due = await db
    .select({ id: orders.purchaseId })
    .from(orders)
    .where(
      and(
        gt(orders.waiting, 0),
        lt(orders.agreeBy, today),
        eq(orders.purchaseState, 'paid'),
        eq(orders.asked, true),
        eq(EXPECTED, orders.promisedAt),
      ),
    )
    .groupBy(orders.purchaseId)
    .orderBy(min(orders.agreeBy), min(orders.seq))
    .limit(100);
  const giveUp = async (id: string) => {
    const made = await cancelUnanswered({ db }, id as OrderId, today);
    // Else it was answered, has arrived or was cancelled meanwhile.
    if (!made.ok && made.failure.code !== 'nothing_to_refund') throw new Error(made.failure.code);
    return made.ok;
  };
  return workEach(context, due, giveUp, 'what waits without an answer could not be given up');
}
