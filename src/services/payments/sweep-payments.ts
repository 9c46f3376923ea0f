import { and, asc, inArray, isNull, notBetween, or, sql } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { isAttempt } from './move-payment.ts';
import { lookUpPayment } from './settle-payment.ts';

const UNTOUCHED_SECONDS = 20;

/** Keeps the shop right without any event. Attempts in `creating` are left out: their secret never left the shop. */
export async function sweepPayments(context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>): Promise<number> {
  // What lies in the future was written by a clock that was ahead.
  const now = context.clock().getTime();
  const [from, to] = [new Date(now - UNTOUCHED_SECONDS * 1000), new Date(now + UNTOUCHED_SECONDS * 1000)];
  const open = await context.db
    .select({ orderId: payment.orderId, attempt: payment.attempt, intentId: payment.intentId })
    .from(payment)
    .where(
      and(
        inArray(payment.state, ['open', 'capturing']),
        notBetween(payment.createdAt, from, to),
        or(isNull(payment.lookedAt), notBetween(payment.lookedAt, from, to)),
      ),
    )
    .orderBy(sql`${payment.lookedAt} nulls first`, asc(payment.createdAt))
    .limit(100);
  for (const { intentId, ...its } of open) {
    await context.db.update(payment).set({ lookedAt: context.clock() }).where(isAttempt(its));
    const looked = intentId ? await lookUpPayment(context, intentId) : undefined;
    if (looked && !looked.ok)
      context.log.warn({ order: its.orderId, code: looked.failure.code }, 'open payment could not be looked up');
  }
  return open.length;
}
