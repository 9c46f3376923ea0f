import { eq } from 'drizzle-orm';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Db } from '../kernel/context.ts';

/** The name of who paid a purchase by a link; undefined if the customer paid it, or if it is not paid. */
export async function findPayer(db: Db, purchaseId: string): Promise<string | undefined> {
  const [by] = await db
    .select({ name: payment.payerName })
    .from(purchase)
    .innerJoin(payment, eq(payment.intentId, purchase.paidIntent))
    .where(eq(purchase.id, purchaseId))
    .prepare('find-payer')
    .execute();
  return by?.name ?? undefined;
}
