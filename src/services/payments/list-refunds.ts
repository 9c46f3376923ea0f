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
  type Row = (typeof all)[number];
  const isMadeThere = ({ state, providerRefundId }: Row) => state === 'by_hand' && providerRefundId !== null;
  // A row without pieces of its own gave back all that was left, what had failed before included.
  const isRest = (it: Row) =>
    !it.replaces && it.state !== 'failed' && !isMadeThere(it) && !lines.some(({ line }) => line.refundId === it.id);
  const isLater = (it: Row, { state, attempt, no }: Row) => state === 'failed' && it.attempt === attempt && it.no > no;
  // One that was made there may take the place of several, which ended in that moment, and names the first of them.
  const madeInstead = (it: Row, row: Row) =>
    isMadeThere(it) &&
    isLater(it, row) &&
    row.providerRefundId === null &&
    it.endedAt?.getTime() === row.endedAt?.getTime() &&
    !all.some(({ replaces }) => replaces === row.id);
  const takesPlaceOf = (it: Row, row: Row) =>
    it.replaces === row.id || (isLater(it, row) && isRest(it)) || madeInstead(it, row);
  return all
    .filter((row) => !all.some((it) => takesPlaceOf(it, row)))
    .map((row) => ({
      ...{ id: row.id, no: row.no, at: row.createdAt.toISOString(), reason: row.reason },
      amount: centsToDollars(toCents(row.amountCents)),
      // Made at the provider without us, it went where ours go.
      state: isMadeThere(row) ? ('succeeded' as const) : row.state,
      lines: lines
        .filter(({ line }) =>
          [row, ...all.filter((it) => madeInstead(row, it))].some(({ id }) => firstOf(id) === line.refundId),
        )
        .map(({ line }) => ({ order: line.orderId as OrderId, pieces: line.quantity })),
      ...(row.twice && { twice: row.twice }),
    }));
}
