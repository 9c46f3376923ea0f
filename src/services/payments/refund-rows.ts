import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Before, leads } from '#model/kernel/life.ts';
import { PAYMENT_LIFE } from '#model/payments/payment-life.ts';
import { CAN } from '#model/payments/provider.ts';
import type { REFUND_LIFE, RefundState } from '#model/purchases/purchase-life.ts';
import { purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { move } from '../orders/move-purchase.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { isAttempt, movePayment } from './move-payment.ts';

type PaymentRow = typeof payment.$inferSelect;
export type RefundRow = typeof refund.$inferSelect;
type NewRefund = Pick<typeof refund.$inferInsert, 'amountCents'> &
  Partial<
    Pick<
      typeof refund.$inferInsert,
      'state' | 'reason' | 'personId' | 'requestKey' | 'providerRefundId' | 'replaces' | 'tries' | 'endedAt'
    >
  >;

export const refundKey = (refundId: string): string => `refund:${refundId}`;

/**
 * Writes down money that is to go back; `due` is sent once `tx` commits. For a payment whose purchase is locked. Undefined,
 * and nothing is written, when less than that is left of the payment.
 */
export async function planRefund(
  tx: Transaction,
  of: Pick<PaymentRow, 'orderId' | 'attempt'>,
  its: NewRefund,
  sendAt?: Date,
): Promise<{ id: string; no: number } | undefined> {
  const counted = await tx
    .update(payment)
    .set({ refundedCents: sql`${payment.refundedCents} + ${its.amountCents}` })
    .where(and(isAttempt(of), sql`${payment.refundedCents} + ${its.amountCents} <= ${payment.amountCents}`))
    .returning({ attempt: payment.attempt });
  if (counted.length === 0) return undefined;
  const next = tx
    .select({ no: sql`coalesce(max(${refund.no}), 0) + 1` })
    .from(refund)
    .where(eq(refund.purchaseId, of.orderId));
  const [made] = await tx
    .insert(refund)
    .values({ ...its, purchaseId: of.orderId, attempt: of.attempt, no: sql`(${next})` })
    .returning({ id: refund.id, no: refund.no });
  if (made && (its.state ?? 'due') === 'due')
    await post(tx, 'send-refund', refundKey(made.id), { orderId: of.orderId, refundId: made.id }, sendAt);
  return made;
}

/** All that is not on its way back yet. Undefined when that is nothing. */
export async function refundRest(
  tx: Transaction,
  of: Pick<PaymentRow, 'orderId' | 'attempt'>,
  its: Omit<NewRefund, 'amountCents'> = {},
) {
  const rest = await leftOf(tx, of);
  return rest > 0 ? planRefund(tx, of, { ...its, amountCents: rest }) : undefined;
}

/** What of a payment has not been decided to go back, in cents. */
export async function leftOf(tx: Transaction, of: Pick<PaymentRow, 'orderId' | 'attempt'>): Promise<number> {
  const left = sql<number>`${payment.amountCents} - ${payment.refundedCents}`.mapWith(Number);
  const [row] = await tx.select({ left }).from(payment).where(isAttempt(of));
  return row?.left ?? 0;
}

/** In the order in which they were decided. */
export const refundsOf = (tx: Transaction, of: Pick<PaymentRow, 'orderId' | 'attempt'>): Promise<RefundRow[]> =>
  tx.select().from(refund).where(isRefundOf(of)).orderBy(asc(refund.no));

/** Money that came too late or twice goes back by itself, once: what becomes of a refund that failed people decide. */
export async function refundUnasked(tx: Transaction, of: Pick<PaymentRow, 'orderId' | 'attempt'>): Promise<void> {
  const [known] = await tx.select({ id: refund.id }).from(refund).where(isRefundOf(of)).limit(1);
  if (!known) await refundRest(tx, of);
}

const isRefundOf = ({ orderId, attempt }: Pick<PaymentRow, 'orderId' | 'attempt'>) =>
  and(eq(refund.purchaseId, orderId), eq(refund.attempt, attempt));

type ByHand = Required<Pick<NewRefund, 'personId' | 'endedAt'>> & Pick<NewRefund, 'requestKey'>;

/** People gave back by another way what had failed, or `all` that was left of a payment. */
export async function giveByHand(tx: Transaction, of: PaymentRow, all: boolean, by: ByHand): Promise<void> {
  const rows = await refundsOf(tx, of);
  if (all) {
    for (const row of rows)
      if (row.state === 'due') await moveRefund(tx, row, 'due', 'failed', { endedAt: by.endedAt ?? null });
    await refundRest(tx, of, { ...by, state: 'by_hand' });
    return;
  }
  for (const { id, amountCents } of failedRefunds(rows))
    await planRefund(tx, of, { ...by, amountCents, state: 'by_hand', replaces: id });
}

const LOST = 'dispute:';

/** Whether a lost dispute took this money. */
export const isLost = ({ requestKey }: RefundRow): boolean => requestKey?.startsWith(LOST) === true;

/**
 * A dispute has taken so much of a payment. What was due and not sent gives way where that is all. False when it is known.
 */
export async function noteLost(
  tx: Transaction,
  of: PaymentRow,
  { id, cents }: { id: string; cents: number },
  endedAt: Date,
): Promise<boolean> {
  const requestKey = `${LOST}${id}`;
  const rows = await refundsOf(tx, of);
  if (rows.some((row) => row.requestKey === requestKey)) return false;
  const shown = rows.find(
    ({ state, amountCents, requestKey: key, providerRefundId }) =>
      state === 'by_hand' && amountCents === cents && key === null && providerRefundId !== null,
  );
  if (shown && CAN[of.provider].showsLost) {
    await tx.update(refund).set({ requestKey }).where(eq(refund.id, shown.id));
    return true;
  }
  if (cents >= of.amountCents) await giveByHand(tx, of, true, { personId: null, endedAt, requestKey });
  else {
    const amountCents = Math.min(cents, await leftOf(tx, of));
    if (amountCents > 0) await planRefund(tx, of, { amountCents, state: 'by_hand', endedAt, requestKey });
  }
  return true;
}

/** What failed is sent once more, as rows that take its place. */
export async function sendAgain(tx: Transaction, of: PaymentRow, personId: string): Promise<void> {
  for (const { id, amountCents, reason } of failedRefunds(await refundsOf(tx, of)))
    await planRefund(tx, of, { amountCents, reason, personId, replaces: id });
}

/** Of which nothing took the place. */
export const failedRefunds = <R extends Pick<RefundRow, 'id' | 'state' | 'replaces'>>(rows: readonly R[]): R[] =>
  rows.filter(({ id, state }) => state === 'failed' && !rows.some((it) => it.replaces === id));

/** The only way to change the state of a refund. For a row whose purchase is locked. False when it is not in `from`. */
export async function moveRefund<To extends RefundState>(
  tx: Transaction,
  { id }: Pick<RefundRow, 'id'>,
  from: Before<typeof REFUND_LIFE, To>,
  to: To,
  also: Partial<Pick<RefundRow, 'providerRefundId' | 'sentAt' | 'endedAt'>>,
): Promise<boolean> {
  const moved = await tx
    .update(refund)
    .set({ ...also, state: to })
    .where(and(eq(refund.id, id), eq(refund.state, from)))
    .returning({ purchaseId: refund.purchaseId, attempt: refund.attempt, amountCents: refund.amountCents });
  const [row] = moved;
  if (row && to === 'failed')
    await tx
      .update(payment)
      .set({ refundedCents: sql`${payment.refundedCents} - ${row.amountCents}` })
      .where(isAttempt({ orderId: row.purchaseId, attempt: row.attempt }));
  return row !== undefined;
}

/** Money that has arrived, as the provider says. */
export async function endRefund(tx: Transaction, row: RefundRow, providerRefundId: string, at: Date): Promise<void> {
  if (!(await moveRefund(tx, row, 'sent', 'succeeded', { providerRefundId, endedAt: at }))) return;
  await tellReturned(tx, row);
}

/** Ends what the money ends, and tells the customer, and whoever paid by a link. */
export async function tellReturned(
  tx: Transaction,
  row: Pick<RefundRow, 'id' | 'purchaseId' | 'attempt' | 'no'>,
): Promise<void> {
  const of = { orderId: row.purchaseId, attempt: row.attempt };
  const [attempt] = await tx
    .select({ intentId: payment.intentId, payerEmail: payment.payerEmail })
    .from(payment)
    .where(isAttempt(of));
  const intentId = attempt?.intentId ?? '';
  if (!(await endReturned(tx, of)))
    await record(tx, { action: 'payment.refunded', target: row.purchaseId, meta: { intent: intentId, no: row.no } });
  const its = { orderId: row.purchaseId, intentId, refundId: row.id };
  await post(tx, 'mail.refunded', `mail.refunded:${row.id}`, its);
  if (attempt?.payerEmail) await post(tx, 'mail.payer-refund', `mail.payer-refund:${row.id}`, its);
}

/** Ends a payment whose money is back, and then its purchase, which was about to be. For locked rows. */
export async function endReturned(tx: Transaction, of: Pick<PaymentRow, 'orderId' | 'attempt'>): Promise<boolean> {
  const [its] = await tx.select().from(purchase).where(eq(purchase.id, of.orderId));
  const [row] = await tx.select().from(payment).where(isAttempt(of));
  const open = await tx
    .select({ attempt: refund.attempt })
    .from(refund)
    .where(and(eq(refund.purchaseId, of.orderId), inArray(refund.state, ['due', 'sent'])));
  if (!its || !row || row.refundedCents < row.amountCents || open.some(({ attempt }) => attempt === row.attempt))
    return false;
  const standing = its.paidIntent === row.intentId && (its.state === 'paid' || its.state === 'review');
  if (!standing && leads(PAYMENT_LIFE, row.state, 'refunded')) await movePayment(tx, row, row.state, 'refunded');
  // A second payment may still be on its way back.
  if (its.state !== 'refund_due' || open.length > 0) return false;
  await releaseHold(tx, its.id);
  await move(tx, its.id, 'refund_due', 'refunded');
  await record(tx, { action: 'order.refunded', target: its.id, meta: { intent: row.intentId } });
  return true;
}
