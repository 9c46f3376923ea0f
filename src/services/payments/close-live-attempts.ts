import { and, eq, inArray, sql } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';

/** Has every payment of an order closed that a buyer could still pay, but for one. The order's row is locked. */
export async function closeLiveAttempts(tx: Transaction, orderId: string, but: string | null): Promise<void> {
  const closed = await tx
    .update(payment)
    .set({ state: 'cancelled' })
    .where(
      and(
        eq(payment.orderId, orderId),
        sql`(${payment.intentId} = ${but}) is not true`,
        inArray(payment.state, ['creating', 'open']),
      ),
    )
    .returning();
  for (const { attempt, intentId } of closed)
    if (intentId) await post(tx, 'cancel-intent', `cancel-intent:${orderId}:${attempt}`, { orderId, attempt });
}
