import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { lookUpPayment } from './look-up-payment.ts';

// A payment that the browser is just confirming is looked at by its own call; the sweep is for what was left lying.
const UNTOUCHED_SECONDS = 20;

/**
 * Asks the provider how the open payments stand, so that the shop is right even if no event ever arrives. The secret
 * of an attempt that is still `creating` has not left the shop, so there is nothing to ask about it.
 */
export async function sweepPayments(context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>): Promise<number> {
  const before = new Date(context.clock().getTime() - UNTOUCHED_SECONDS * 1000);
  const open = await context.db
    .select({ orderId: payment.orderId, attempt: payment.attempt, intentId: payment.intentId })
    .from(payment)
    .where(
      and(
        eq(payment.state, 'open'),
        lt(payment.createdAt, before),
        or(isNull(payment.lookedAt), lt(payment.lookedAt, before)),
      ),
    )
    // Those that nobody ever looked at come first: many open payments must not keep a new one waiting.
    .orderBy(sql`${payment.lookedAt} nulls first`)
    .limit(100);
  for (const { orderId, attempt, intentId } of open) {
    // Noted before asking: one that fails waits behind the others.
    await context.db
      .update(payment)
      .set({ lookedAt: context.clock() })
      .where(and(eq(payment.orderId, orderId), eq(payment.attempt, attempt)));
    const looked = intentId ? await lookUpPayment(context, intentId) : undefined;
    if (looked && !looked.ok)
      context.log.warn({ order: orderId, code: looked.failure.code }, 'open payment could not be looked up');
  }
  return open.length;
}
