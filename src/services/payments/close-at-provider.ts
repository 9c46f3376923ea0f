import { and, eq } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Closes a payment at the provider, whose verdict decides: closed, or paid because the buyer was faster.
 * Answers why there is no verdict yet, or undefined.
 */
export async function closeAtProvider(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>,
  { orderId, attempt }: Messages['cancel-intent'],
): Promise<string | undefined> {
  const [row] = await context.db
    .select({ intentId: payment.intentId })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), eq(payment.attempt, attempt)));
  if (!row?.intentId) return 'no such payment';
  const cancelled = await context.payments.cancelPaymentIntent(row.intentId);
  if (cancelled.ok) {
    await settlePayment(context, cancelled.value);
    return undefined;
  }
  if (cancelled.failure.code !== 'wrong-state' && cancelled.failure.code !== 'not-found') return cancelled.failure.code;
  // The buyer was faster, or there is no such payment: what the provider shows now decides.
  const looked = await lookUpPayment(context, row.intentId);
  if (!looked.ok) return looked.failure.code;
  return looked.value === 'open' || looked.value === 'processing' ? 'still open' : undefined;
}
