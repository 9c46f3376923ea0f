import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AuditAction } from '#model/kernel/audit.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { asksForPieces, type DecideOrder, type Decision, openDecisions, stateAfter } from '#model/orders/decision.ts';
import type { OrderState } from '#model/orders/order.ts';
import { tool } from '#tables/catalogue.ts';
import { audit } from '#tables/kernel.ts';
import { orders, stockMove } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { factsOf } from './review-facts.ts';

type OrderRow = typeof orders.$inferSelect;

/**
 * review_over: somebody decided meanwhile, or something new came to light. pieces_unknown: whether the pieces of a
 * shipped order came back was not said, or was said of pieces that never left.
 */
export type DecideOrderFailure = {
  readonly code: 'order_not_found' | 'review_over' | 'decision_not_open' | 'pieces_unknown';
};

const TOLD = {
  paid: 'order.resumed',
  shipped: 'order.resumed_shipped',
  refund_due: 'order.refund_decided',
  refunded: 'order.closed',
} as const satisfies Partial<Record<OrderState, AuditAction>>;

/**
 * Ends a review by an admin's decision. Of two admins who decide at once one wins; the other hears `review_over`. Sent
 * again by the same admin it is the same decision, and changes nothing.
 */
export function decideOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  wish: DecideOrder,
): Promise<Outcome<{ changed: boolean }, DecideOrderFailure>> {
  return transact<{ changed: boolean }, DecideOrderFailure>(db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
    if (!order) return failure({ code: 'order_not_found' });
    if (order.state !== 'review' || order.reviewNo !== wish.review)
      return (await wasDecidedSo(tx, adminId, id, wish))
        ? success({ changed: false })
        : failure({ code: 'review_over' });
    const attempts = await tx.select().from(payment).where(eq(payment.orderId, id)).for('update');
    const facts = factsOf(order, attempts);
    if (!facts || !openDecisions(facts).includes(wish.decision)) return failure({ code: 'decision_not_open' });
    if (asksForPieces(wish.decision, facts) !== (wish.pieces !== undefined)) return failure({ code: 'pieces_unknown' });

    const to = stateAfter(wish.decision, facts) as keyof typeof TOLD;
    await leaveReview(tx, order, to);
    if (wish.pieces === 'gone') await takeOut(tx, order, adminId, wish.reason, clock());
    await settleMoney(tx, order, wish.decision, clock());
    const { review, decision, reason, pieces } = wish;
    await record(tx, {
      ...{ action: TOLD[to], actor: adminId, target: id },
      meta: { review, why: order.reviewReason, decision, ...(pieces && { pieces }), reason },
    });
    if (to === 'paid' || to === 'shipped')
      await post(tx, 'mail.order-resumed', `mail.order-resumed:${id}:${review}`, { orderId: id });
    if (to === 'refunded') await post(tx, 'mail.order-closed', `mail.order-closed:${id}:${review}`, { orderId: id });
    return success({ changed: true });
  });
}

/** Whether this admin has decided the same before: the answer to it was lost. */
async function wasDecidedSo(tx: Transaction, adminId: string, id: string, wish: DecideOrder): Promise<boolean> {
  const told = await tx
    .select({ meta: audit.meta })
    .from(audit)
    .where(and(eq(audit.target, id), inArray(audit.action, Object.values(TOLD)), eq(audit.actor, adminId)));
  return told.some(({ meta }) => {
    const its = meta as Record<string, unknown>;
    return its.review === wish.review && its.decision === wish.decision && its.reason === wish.reason;
  });
}

/** An order that ends gives its pieces back at once: the decision is final, however long the money takes. */
async function leaveReview(tx: Transaction, { id }: OrderRow, to: keyof typeof TOLD): Promise<void> {
  const ends = to === 'refund_due' || to === 'refunded';
  if (ends && (await releaseHold(tx, id, 'review', to))) return;
  const moved = await tx
    .update(orders)
    .set({ state: to })
    .where(and(eq(orders.id, id), eq(orders.state, 'review')))
    .returning({ id: orders.id });
  if (moved.length !== 1) throw new Error(`Order ${id} was not in review although its row was locked`);
}

/** Pieces that will not come back leave the stock that the order just gave them back to. */
async function takeOut(tx: Transaction, order: OrderRow, adminId: string, reason: string, at: Date): Promise<void> {
  const { id, toolId, quantity } = order;
  const [left] = await tx
    .update(tool)
    .set({ available: sql`${tool.available} - ${quantity}` })
    .where(eq(tool.id, toolId))
    .returning({ available: tool.available });
  if (!left) throw new Error(`Order ${id} has no tool`);
  await tx.insert(stockMove).values({ toolId, kind: 'correction', delta: -quantity, reason, personId: adminId, at });
  const meta = { pieces: -quantity, available: left.available, order: id };
  await record(tx, { action: 'tool.stock_corrected', actor: adminId, target: toolId, meta });
}

async function settleMoney(tx: Transaction, order: OrderRow, decision: Decision, now: Date): Promise<void> {
  const { id, reviewIntent: intentId, reviewNo } = order;
  if (!intentId) return;
  const about = and(eq(payment.orderId, id), eq(payment.intentId, intentId));
  await tx.update(payment).set({ decidedAt: now }).where(about);
  if (decision === 'close')
    await tx
      .update(payment)
      .set({ state: 'refunded' })
      .where(and(eq(payment.orderId, id), sql`(${payment.intentId} = ${intentId} or ${payment.state} = 'succeeded')`));
  if (decision !== 'refund') return;
  // Given back in vain before, or never the order's own: it counts as given back when it is.
  await tx
    .update(payment)
    .set({ state: 'cancelled' })
    .where(and(about, inArray(payment.state, ['creating', 'open', 'refunded'])));
  await post(tx, 'refund', `refund:${intentId}:review-${reviewNo}`, { orderId: id, intentId });
}
