import { and, eq, isNull, sql } from 'drizzle-orm';
import { CAN, EVENTS } from '#model/payments/provider.ts';
import type { Refund } from '#outside/payments/provider.ts';
import { orders, purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import { lockToolsOf } from '../inventory/lock-tools.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { move } from '../orders/move-purchase.ts';
import { isAttempt } from './move-payment.ts';
import {
  endRefund,
  isLost,
  leftOf,
  moveRefund,
  planRefund,
  type RefundRow,
  refundsOf,
  tellReturned,
} from './refund-rows.ts';
import { endClosing, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

export const REFUND_EVENTS: readonly string[] = [EVENTS.refundFailed, EVENTS.refunded];

const STANDS: readonly Refund['status'][] = ['succeeded', 'pending'];

/**
 * Brings the refunds of a payment to what the provider's list says: ours end or fail, and those that were made there are
 * written down. Returns why to look again, or undefined.
 * @param refused a row of ours that the provider has just refused: it gives way to what was given back there
 * @param refund one of the provider's, which is found even where its list is gone
 */
export async function noteRefunds(
  { db, clock, payments, log }: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>,
  intentId: string,
  { refused, refund: one }: { refused?: string | undefined; refund?: string | null | undefined } = {},
): Promise<string | undefined> {
  const [of] = await db.select({ captureId: payment.captureId }).from(payment).where(eq(payment.intentId, intentId));
  const known = { ...(of?.captureId && { captureId: of.captureId }), ...(one && { refund: one }) };
  const asked = clock();
  const listed = await payments.listRefunds(intentId, known);
  if (!listed.ok && listed.failure.code !== 'not-found') return listed.failure.code;
  const theirs = listed.ok ? listed.value : [];
  const end = await withPaymentLocked<string | undefined>(db, intentId, async (tx, its, attempt) => {
    const rows = await refundsOf(tx, attempt);
    const rowOf = new Map<Refund, RefundRow | undefined>();
    for (const one of theirs) rowOf.set(one, rowKnownAs(rows, one) ?? (await claim(tx, attempt, rows, one)));
    const standing = theirs.filter(({ status }) => STANDS.includes(status));
    // One that had given way may have arrived all the same.
    const made = standing.filter((one) => {
      const row = rowOf.get(one);
      return !row || (row.state === 'failed' && row.providerRefundId !== one.id);
    });
    const left = attempt.amountCents - standing.reduce((sum, { amount }) => sum + amount, 0);
    const dead = (row: RefundRow) => row.id === refused || row.amountCents > left;
    let failed = false;
    for (const [one, row] of rowOf)
      if (row && !STANDS.includes(one.status)) failed = (await fail(tx, row, one, clock())) || failed;
    for (const [one, row] of rowOf) {
      if (!row || !STANDS.includes(one.status)) continue;
      if (row.state === 'sent' && one.status === 'succeeded') await endRefund(tx, row, one.id, clock());
      // It is at the provider, so it gives way to nothing.
      row.providerRefundId = one.id;
      if (made.length > 0 && row.state !== 'failed') await shrink(tx, row, one);
    }
    const whole = listed.ok && one === undefined && made.length === 0;
    for (const row of whole ? rows : []) if (isMissed(row, theirs, asked)) tellMissed(log, intentId, row);
    let moved = false;
    for (const one of made.toReversed())
      moved = !(await writeDown(tx, its, attempt, rows, one, clock(), dead)) || moved;
    // Given back before the shop heard that it was paid, it pays nothing any more.
    if (made.length > 0) await endClosing(tx, its);
    // What failed may have been given back there meanwhile.
    if (failed && (await leftOf(tx, attempt)) > attempt.amountCents - attempt.refundedCents) {
      log.error({ intent: intentId }, 'a refund has failed at the provider: the customer has not got the money back');
      await toReview(tx, its, intentId, 'refund');
    }
    return moved ? 'under way' : undefined;
  });
  return end === 'unknown' ? undefined : end;
}

/** Whether the provider gave back less than was counted before it was `asked`, or nothing. */
function isMissed(
  { state, providerRefundId, amountCents, endedAt }: RefundRow,
  theirs: readonly Refund[],
  asked: Date,
) {
  if (!CLAIMED.includes(state) || providerRefundId === null || !endedAt || endedAt >= asked) return false;
  return !theirs.some(({ id, amount }) => id === providerRefundId && amount >= amountCents);
}

const tellMissed = (log: Context['log'], intentId: string, { id, amountCents: cents }: RefundRow) =>
  log.error({ intent: intentId, refund: id, cents }, 'the provider does not show money that was given back');

const rowKnownAs = (rows: readonly RefundRow[], one: Refund) =>
  rows.find((it) => it.providerRefundId === one.id) ?? rows.find((it) => it.id === one.refundId);

const CLAIMED: readonly RefundRow['state'][] = ['succeeded', 'by_hand'];

/** A refund of a version before rows, or that an admin told of, is known by its amount. */
async function claim(
  tx: Transaction,
  { provider }: typeof payment.$inferSelect,
  rows: readonly RefundRow[],
  one: Refund,
): Promise<RefundRow | undefined> {
  const mine = rows.find(
    (it) =>
      !it.providerRefundId &&
      !it.sentAt &&
      CLAIMED.includes(it.state) &&
      it.amountCents === one.amount &&
      (CAN[provider].showsLost || !isLost(it)),
  );
  if (!mine) return undefined;
  mine.providerRefundId = one.id;
  await tx
    .update(refund)
    .set({ providerRefundId: one.id })
    .where(and(eq(refund.id, mine.id), isNull(refund.providerRefundId)));
  return mine;
}

async function fail(tx: Transaction, row: RefundRow, one: Refund, now: Date): Promise<boolean> {
  const { state } = row;
  if (state !== 'sent' && state !== 'succeeded' && state !== 'by_hand') return false;
  return moveRefund(tx, row, state, 'failed', { providerRefundId: one.id, endedAt: now });
}

/** A refund of all that was left gave back less than the shop counted, because some had gone back at the provider. */
async function shrink(
  tx: Transaction,
  { id, purchaseId, attempt, amountCents }: RefundRow,
  one: Refund,
): Promise<void> {
  if (one.amount >= amountCents) return;
  await tx.update(refund).set({ amountCents: one.amount }).where(eq(refund.id, id));
  await tx
    .update(payment)
    .set({ refundedCents: sql`${payment.refundedCents} - ${amountCents - one.amount}` })
    .where(isAttempt({ orderId: purchaseId, attempt }));
}

/** Made at the provider and not by the shop. False while money of the shop is under way that leaves no room for it. */
async function writeDown(
  tx: Transaction,
  its: typeof purchase.$inferSelect,
  of: typeof payment.$inferSelect,
  rows: readonly RefundRow[],
  one: Refund,
  at: Date,
  dead: (row: RefundRow) => boolean,
): Promise<boolean> {
  const row = { state: 'by_hand', amountCents: one.amount, providerRefundId: one.id, endedAt: at } as const;
  // What is not sent, or was or will be refused, gives way.
  const giving = rows.filter((it) => it.state === 'due' || (it.state === 'sent' && !it.providerRefundId && dead(it)));
  let room = await leftOf(tx, of);
  const gaveWay: RefundRow[] = [];
  for (const earlier of giving) {
    if (room >= one.amount) break;
    room += earlier.amountCents;
    gaveWay.push(earlier);
  }
  if (room < one.amount) return false;
  for (const earlier of gaveWay) {
    await moveRefund(tx, earlier, earlier.state as 'due', 'failed', { endedAt: at });
    earlier.state = 'failed';
  }
  const made = await planRefund(tx, of, row);
  if (!made) throw new Error(`Payment ${of.intentId} has no room for its refund ${one.id}`);
  for (const earlier of gaveWay) await refundLess(tx, of, earlier, made.id);
  const meta = { intent: of.intentId, no: made.no };
  await record(tx, { action: 'payment.refunded_elsewhere', target: its.id, meta });
  // Its stock may go back with it.
  if (its.state === 'paid') await lockToolsOf(tx, its.id);
  await endEmptied(tx, its, of);
  await tellReturned(tx, { ...made, purchaseId: its.id, attempt: of.attempt });
  return true;
}

/** What is left of the payment for one that gave way; nothing, when `instead` took its place. */
async function refundLess(
  tx: Transaction,
  of: typeof payment.$inferSelect,
  { id, amountCents, reason, personId, tries }: RefundRow,
  instead: string,
): Promise<void> {
  const left = Math.min(amountCents, await leftOf(tx, of));
  if (left > 0) await planRefund(tx, of, { amountCents: left, reason, personId, tries, replaces: id });
  else
    await tx
      .update(refund)
      .set({ replaces: id })
      .where(and(eq(refund.id, instead), isNull(refund.replaces)));
}

/** Of a paid purchase whose money is all back nothing may leave any more. */
export async function endEmptied(
  tx: Transaction,
  { id, paidIntent, reviewNo }: typeof purchase.$inferSelect,
  of: typeof payment.$inferSelect,
) {
  const [now] = await tx
    .select({
      state: purchase.state,
      refunded: payment.refundedCents,
      shipped: sql<number>`(${shippedPieces(tx, id)})`,
    })
    .from(purchase)
    .innerJoin(payment, and(eq(payment.orderId, purchase.id), eq(payment.attempt, of.attempt)))
    .where(eq(purchase.id, id));
  if (now?.state !== 'paid' || paidIntent !== of.intentId || now.refunded < of.amountCents) return;
  if (now.shipped > 0) {
    await toReview(tx, { id, state: 'paid', reviewNo }, of.intentId ?? '', 'returned');
    return;
  }
  await move(tx, id, 'paid', 'refund_due');
  await record(tx, { action: 'order.refund_due', target: id, meta: { intent: of.intentId } });
}

const shippedPieces = (tx: Transaction, purchaseId: string) =>
  tx
    .select({ pieces: sql`coalesce(sum(${orders.shippedQuantity}), 0)::int` })
    .from(orders)
    .where(eq(orders.purchaseId, purchaseId));
