import { and, eq, inArray, sql } from 'drizzle-orm';
import { leads } from '#model/kernel/life.ts';
import { PAYMENT_LIFE } from '#model/payments/payment-life.ts';
import { payment } from '#tables/payments.ts';
import type { Transaction } from '../kernel/context.ts';
import { askToClose, movePayment } from './move-payment.ts';

/** Closes every payable payment of an order except `but`, and not what the shop is taking. The order's row is locked. */
export async function closeLiveAttempts(tx: Transaction, orderId: string, but: string | null): Promise<void> {
  const live = await tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.orderId, orderId),
        sql`(${payment.intentId} = ${but}) is not true`,
        inArray(payment.state, ['creating', 'open']),
      ),
    )
    .for('update')
    .prepare('live-attempts')
    .execute();
  for (const { attempt, state, intentId } of live) {
    if (leads(PAYMENT_LIFE, state, 'cancelled')) await movePayment(tx, { orderId, attempt }, state, 'cancelled');
    if (intentId) await askToClose(tx, { orderId, attempt });
  }
}
