import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { findIntent } from './find-intent.ts';
import { settlePayment } from './settle-payment.ts';

// A payment that the browser is just confirming is looked at by its own call; the sweep is for what was left lying.
const UNTOUCHED_SECONDS = 20;

/** Asks the provider how the open payments stand, so that the shop is right even if no event ever arrives. */
export async function sweepPayments(context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>): Promise<number> {
  const before = new Date(context.clock().getTime() - UNTOUCHED_SECONDS * 1000);
  const open = await context.db
    .select({ orderId: payment.orderId, attempt: payment.attempt })
    .from(payment)
    .where(
      and(
        inArray(payment.state, ['creating', 'open']),
        lt(payment.createdAt, before),
        or(isNull(payment.lookedAt), lt(payment.lookedAt, before)),
      ),
    )
    .orderBy(payment.lookedAt)
    .limit(100);
  for (const { orderId, attempt } of open) {
    await context.db
      .update(payment)
      .set({ lookedAt: context.clock() })
      .where(and(eq(payment.orderId, orderId), eq(payment.attempt, attempt)));
    const found = await findIntent(context, orderId, attempt);
    const intent = found.ok ? await context.payments.retrievePaymentIntent(found.value) : found;
    if (intent.ok) await settlePayment(context, intent.value);
    else context.log.warn({ order: orderId, code: intent.failure.code }, 'open payment could not be looked up');
  }
  return open.length;
}
