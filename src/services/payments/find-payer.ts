import { eq } from 'drizzle-orm';
import { payment } from '#tables/payments.ts';
import type { Db } from '../kernel/context.ts';

/** Who paid by a link; undefined where the customer paid. */
export async function findPayer(db: Db, intentId: string): Promise<string | undefined> {
  const [by] = await db
    .select({ name: payment.payerName })
    .from(payment)
    .where(eq(payment.intentId, intentId))
    .prepare('find-payer')
    .execute();
  return by?.name ?? undefined;
}
