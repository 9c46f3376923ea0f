import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditAction } from '#model/kernel/audit.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { leads } from '#model/kernel/life.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { asksForPieces, type DecideOrder, openDecisions, stateAfter } from '#model/orders/decision.ts';
import type { OrderState } from '#model/orders/order.ts';
import { PAYMENT_LIFE } from '#model/payments/payment-life.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orderReview, orders, type purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { doneMeanwhile } from '../orders/done-meanwhile.ts';
import { move } from '../orders/move-purchase.ts';
import { lockPurchase } from '../orders/purchase-of.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { isAttempt, movePayment } from './move-payment.ts';
import { endReturned, failedRefunds, giveByHand, type RefundRow, refundRest, sendAgain } from './refund-rows.ts';
import { factsOf } from './review-facts.ts';
import { toReview } from './to-review.ts';

type PurchaseRow = typeof purchase.$inferSelect;
type LineRow = typeof orders.$inferSelect;
type PaymentRow = typeof payment.$inferSelect;

/** review_over: decided or changed meanwhile. pieces_unknown: missing, or given for pieces that never left. */
export type DecideOrderFailure =
  | Failure<'order_not_found' | 'review_over' | 'decision_not_open'>
  | { readonly code: 'pieces_unknown' };

const ACTIONS = {
  paid: 'order.resumed',
  shipped: 'order.resumed_shipped',
  refund_due: 'order.refund_decided',
  refunded: 'order.closed',
} as const satisfies Partial<Record<OrderState, AuditAction>>;

/** Of two concurrent decisions one wins, the other gets `review_over`. Repeating one's own changes nothing. */
export function decideOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  orderId: OrderId,
  wish: DecideOrder,
): Promise<Outcome<{ changed: boolean }, DecideOrderFailure>> {
  return transact(db, async (tx) => {
    const order = await lockPurchase(tx, orderId);
    if (!order) return failure({ code: 'order_not_found' });
    const { id } = order;
    if (order.state !== 'review' || order.reviewNo !== wish.review)
      return (await wasDecidedSo(tx, adminId, id, wish))
        ? success({ changed: false })
        : failure({ code: 'review_over', figures: await whyOver(tx, order, wish.review) });
    const attempts = await tx.select().from(payment).where(eq(payment.orderId, id)).for('update');
    const lines = await tx.select().from(orders).where(eq(orders.purchaseId, id)).orderBy(asc(orders.id));
    const refunds = await tx.select().from(refund).where(eq(refund.purchaseId, id));
    const facts = factsOf(order, lines, attempts, refunds);
    if (!facts || !openDecisions(facts).includes(wish.decision)) return failure({ code: 'decision_not_open' });
    if (asksForPieces(wish.decision, facts) !== (wish.pieces !== undefined)) return failure({ code: 'pieces_unknown' });

    const to = stateAfter(wish.decision, facts) as keyof typeof ACTIONS;
    await leaveReview(tx, order, to, clock());
    if (wish.pieces === 'gone')
      for (const line of lines) if (line.shippedQuantity > 0) await takeOut(tx, line, adminId, wish.reason, clock());
    const { review, decision, reason, pieces } = wish;
    await tx
      .update(orderReview)
      .set({ decidedBy: adminId, decision, decisionReason: reason })
      .where(and(eq(orderReview.orderId, id), eq(orderReview.no, review)));
    await record(tx, {
      ...{ action: ACTIONS[to], actor: adminId, target: id },
      meta: { review, why: order.reviewReason, decision, ...(pieces && { pieces }), reason },
    });
    // What it ends is written down after the decision.
    if (!facts.money) await settleMoney(tx, order, attempts, wish, adminId, clock());
    if (decision === 'keep' && order.reviewIntent && hasUndecidedPart(order, attempts, refunds)) {
      await toReview(tx, { id, state: 'paid', reviewNo: review }, order.reviewIntent, 'refund');
      return success({ changed: true });
    }
    if (decision === 'keep' && order.reviewReason === 'pending')
      await post(tx, 'mail.receipt', `mail.receipt:${order.paidIntent}`, { orderId: id });
    // Whoever waits for a part of the money hears when it goes back.
    else if ((to === 'paid' || to === 'shipped') && decision !== 'again')
      await post(tx, 'mail.order-resumed', `mail.order-resumed:${id}:${review}`, {
        orderId: id,
        ...(facts.failedPart && { byHand: facts.failedPart }),
      });
    if (to === 'refunded') await post(tx, 'mail.order-closed', `mail.order-closed:${id}:${review}`, { orderId: id });
    return success({ changed: true });
  });
}

async function wasDecidedSo(tx: Transaction, adminId: string, id: string, wish: DecideOrder): Promise<boolean> {
  const [decided] = await tx
    .select()
    .from(orderReview)
    .where(and(eq(orderReview.orderId, id), eq(orderReview.no, wish.review)));
  return decided?.decidedBy === adminId && decided.decision === wish.decision && decided.decisionReason === wish.reason;
}

const DECISIONS = ['kept', 'refund_decided', 'closed'] as const;

/** That review was decided, or another one began. */
async function whyOver(tx: Transaction, { id, reviewNo }: PurchaseRow, review: number) {
  if (reviewNo === 0) return { did: 'never' } as const;
  return (
    (await doneMeanwhile(tx, [id], DECISIONS, { review })) ??
    (await doneMeanwhile(tx, [id], ['put_aside', ...DECISIONS]))
  );
}

async function leaveReview(
  tx: Transaction,
  { id, paidAt }: PurchaseRow,
  to: keyof typeof ACTIONS,
  now: Date,
): Promise<void> {
  if (to === 'refund_due' || to === 'refunded') {
    await releaseHold(tx, id);
    return move(tx, id, 'review', to);
  }
  // Money that was pending pays it from now on.
  await move(tx, id, 'review', 'paid', { paidAt: paidAt ?? now });
}

async function takeOut(tx: Transaction, line: LineRow, adminId: string, reason: string, at: Date): Promise<void> {
  const { id, toolId, shippedQuantity: pieces } = line;
  const [left] = await tx
    .update(tool)
    .set({ available: sql`${tool.available} - ${pieces}` })
    .where(eq(tool.id, toolId))
    .returning({ available: tool.available });
  if (!left) throw new Error(`Order ${id} has no tool`);
  await tx.insert(stockMove).values({ toolId, kind: 'correction', delta: -pieces, reason, personId: adminId, at });
  const meta = { pieces: -pieces, available: left.available, order: id };
  await record(tx, { action: 'tool.stock_corrected', actor: adminId, target: toolId, meta });
}

/** Such a decision says nothing of a refund that has failed. */
const isOnDispute = ({ reviewReason, reviewIntent, paidIntent }: PurchaseRow): boolean =>
  reviewReason === 'dispute' && reviewIntent === paidIntent;

/** A refund that has failed is decided about next. */
function hasUndecidedPart(order: PurchaseRow, attempts: readonly PaymentRow[], refunds: readonly RefundRow[]): boolean {
  const own = attempts.find(({ intentId }) => intentId === order.paidIntent);
  if (!isOnDispute(order) || !own) return false;
  const failed = failedRefunds(refunds.filter(({ attempt }) => attempt === own.attempt));
  return failed.length > 0 && own.refundedCents < own.amountCents;
}

async function settleMoney(
  tx: Transaction,
  order: PurchaseRow,
  attempts: readonly PaymentRow[],
  { decision }: DecideOrder,
  personId: string,
  now: Date,
): Promise<void> {
  const { reviewIntent: intentId } = order;
  if (!intentId) return;
  for (const attempt of attempts) {
    const { state } = attempt;
    const about = attempt.intentId === intentId;
    if (about) await tx.update(payment).set({ decidedAt: now }).where(isAttempt(attempt));
    const closes = decision === 'close' && (about || state === 'succeeded') && leads(PAYMENT_LIFE, state, 'refunded');
    if (closes) await movePayment(tx, attempt, state, 'refunded');
    if (decision === 'again' && about) await sendAgain(tx, attempt, personId);
    const told = decision === 'keep' && about && !isOnDispute(order);
    if (closes || told) await giveByHand(tx, attempt, closes, { personId, endedAt: now });
    // It counts as refunded only once the new refund succeeds.
    if (decision === 'refund' && about && leads(PAYMENT_LIFE, state, 'cancelled'))
      await movePayment(tx, attempt, state, 'cancelled');
  }
  const about = attempts.find((attempt) => attempt.intentId === intentId);
  if (decision !== 'refund' || !about) return;
  if (!(await refundRest(tx, about, { personId }))) await endReturned(tx, about);
}
