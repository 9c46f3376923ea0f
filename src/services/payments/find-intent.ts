import { and, eq, isNull } from 'drizzle-orm';
import { toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';

/**
 * The provider's id of an attempt. When its creation was cut off before the answer came, the creation is repeated
 * with the same key, which answers the payment that exists or makes the one that was meant.
 */
export async function findIntent(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  orderId: string,
  attempt: number,
): Promise<Outcome<string, { code: string }>> {
  const is = and(eq(payment.orderId, orderId), eq(payment.attempt, attempt));
  const [row] = await db.select().from(payment).where(is);
  if (!row) return failure({ code: 'no such attempt' });
  if (row.intentId) return success(row.intentId);
  const created = await payments.createPaymentIntent({
    orderId,
    attempt,
    amount: toCents(row.amountCents),
    idempotencyKey: row.idempotencyKey,
  });
  if (!created.ok) return created;
  await db
    .update(payment)
    .set({ intentId: created.value.id, state: 'open' })
    .where(and(is, isNull(payment.intentId), eq(payment.state, 'creating')));
  return success(created.value.id);
}
