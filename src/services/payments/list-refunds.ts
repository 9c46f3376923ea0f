import { and, asc, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import type { Refund } from '#model/purchases/refund.ts';
import { orders, purchase } from '#tables/orders.ts';
import { payment, refund, refundLine } from '#tables/payments.ts';
import type { Db, Transaction } from '../kernel/context.ts';

/** What went back of a purchase or is on its way; a refused one is shown as what took its place. */
export async function listRefunds(db: Db | Transaction, purchaseId: string): Promise<Refund[]> {
  const found = await db
    .select({ refund, intentId: payment.intentId, paidIntent: purchase.paidIntent })
    .from(refund)
    .innerJoin(payment, and(eq(payment.orderId, refund.purchaseId), eq(payment.attempt, refund.attempt)))
    .innerJoin(purchase, eq(purchase.id, refund.purchaseId))
    .where(eq(refund.purchaseId, purchaseId))
    .orderBy(asc(refund.no));
  const counted = found[0]?.paidIntent ?? found[0]?.intentId;
  const all = found.map((row) => ({ ...row.refund, twice: row.intentId !== counted }));
  const lines = await db
    .select({ line: refundLine })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .innerJoin(orders, eq(orders.id, refundLine.orderId))
    .where(eq(refund.purchaseId, purchaseId))
    .orderBy(asc(orders.lineNo));
  const firstOf = (id: string): string => {
    const before = all.find((it) => it.id === id)?.replaces;
    return before ? firstOf(before) : id;
  };
  // All that was left of a payment takes the place of what had failed before.
  const isRest = ({ id, state, replaces, providerRefundId }: (typeof all)[number]) =>
    !replaces &&
    state !== 'failed' &&
    !(state === 'by_hand' && providerRefundId) &&
    !lines.some(({ line }) => line.refundId === id);
  const rests = all.filter(isRest);
  return all
    .filter(({ id }) => !all.some((it) => it.replaces === id))
    .filter(({ state, attempt, no }) => state !== 'failed' || !rests.some((it) => it.attempt === attempt && it.no > no))
    .map(({ id, no, twice, createdAt, amountCents, state, reason, providerRefundId }) => ({
      ...{ id, no, at: createdAt.toISOString(), amount: centsToDollars(toCents(amountCents)), reason },
      // Made at the provider without us, it went where ours go.
      state: state === 'by_hand' && providerRefundId ? ('succeeded' as const) : state,
      lines: lines
        .filter(({ line }) => line.refundId === firstOf(id))
        .map(({ line }) => ({ order: line.orderId as OrderId, pieces: line.quantity })),
      ...(twice && { twice }),
    }));
}
