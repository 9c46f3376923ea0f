import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type RefundPurchase, type RefundShare, refundShare } from '#model/purchases/refund.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orders } from '#tables/orders.ts';
import { payment, refund, refundLine } from '#tables/payments.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { move } from '../orders/move-purchase.ts';
import { lockPurchase } from '../orders/purchase-of.ts';
import { endEmptied } from './note-refunds.ts';
import { planRefund } from './refund-rows.ts';

export type RefundPurchaseFailure = Failure<
  'order_not_found' | 'not_refundable' | 'nothing_to_refund' | 'amount_changed' | 'idempotency_key_reused'
>;

type LineRow = typeof orders.$inferSelect;

/** Pieces of a line that are given up, and their money. */
interface Given {
  readonly line: LineRow;
  readonly pieces: number;
  readonly ofShipped: number;
  readonly share: RefundShare;
}

/**
 * Gives pieces of a paid purchase up, and their money back. What had not left is in stock again, what had left only when it
 * is `back`. The last piece ends the purchase. Repeated with the same key it gives back once.
 */
export function refundPurchase(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: OrderId,
  wish: RefundPurchase,
  requestKey?: string,
): Promise<Outcome<{ id: string; no: number }, RefundPurchaseFailure>> {
  return transact<{ id: string; no: number }, RefundPurchaseFailure>(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const [earlier] = requestKey ? await refundsBy(tx, adminId, requestKey) : [];
    if (earlier)
      return earlier.purchaseId === its.id && earlier.cents === Math.round(wish.amount * 100)
        ? success({ id: earlier.id, no: earlier.no })
        : failure({ code: 'idempotency_key_reused', figures: {} });
    if (its.state !== 'paid' || !its.paidIntent) return failure({ code: 'not_refundable' });
    const [attempt] = await tx.select().from(payment).where(eq(payment.intentId, its.paidIntent)).for('update');
    if (!attempt) return failure({ code: 'not_refundable' });

    const lines = await lockLines(
      tx,
      its.id,
      wish.lines?.map(({ order }) => order),
    );
    const judged = judge(lines, wish);
    if (!judged.ok) return judged;
    const given = judged.value;
    const amountCents = given.reduce((sum, { share }) => sum + share.amount, 0);
    if (amountCents === 0) return failure({ code: 'nothing_to_refund', figures: {} });
    if (amountCents !== Math.round(wish.amount * 100))
      return failure({ code: 'amount_changed', figures: { amount: centsToDollars(toCents(amountCents)) } });

    const { reason } = wish;
    const made = await planRefund(tx, attempt, { amountCents, reason, personId: adminId, requestKey });
    if (!made) return failure({ code: 'not_refundable' });
    for (const one of given) await giveUp(tx, made.id, one, wish.back, { personId: adminId, reason });
    const pieces = given.reduce((sum, it) => sum + it.pieces, 0);
    const meta = { no: made.no, pieces, amount: centsToDollars(toCents(amountCents)), reason };
    await record(tx, { action: 'refund.decided', actor: adminId, target: its.id, meta });
    const [left] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.purchaseId, its.id), sql`${orders.givenUp} < ${orders.quantity}`))
      .limit(1);
    if (left) await endEmptied(tx, its, attempt);
    else {
      await move(tx, its.id, 'paid', 'refund_due');
      await record(tx, {
        action: 'order.refund_due',
        actor: adminId,
        target: its.id,
        meta: { intent: its.paidIntent },
      });
    }
    return success(made);
  });
}

const refundsBy = (tx: Transaction, personId: string, requestKey: string) =>
  tx
    .select({ id: refund.id, no: refund.no, purchaseId: refund.purchaseId, cents: refund.amountCents })
    .from(refund)
    .where(and(eq(refund.personId, personId), eq(refund.requestKey, requestKey)));

/** Tools before lines, each in the order of their ids, as everywhere. */
async function lockLines(tx: Transaction, purchaseId: string, named?: readonly string[]): Promise<LineRow[]> {
  const wanted = and(eq(orders.purchaseId, purchaseId), named && inArray(orders.id, [...named]));
  const tools = tx.select({ id: orders.toolId }).from(orders).where(wanted);
  await tx.select({ id: tool.id }).from(tool).where(inArray(tool.id, tools)).orderBy(asc(tool.id)).for('no key update');
  return tx.select().from(orders).where(wanted).orderBy(asc(orders.id)).for('no key update');
}

function judge(lines: readonly LineRow[], wish: RefundPurchase): Outcome<Given[], RefundPurchaseFailure> {
  const asked =
    wish.lines ??
    lines
      .map((line) => ({ order: line.id as OrderId, pieces: line.holdQuantity - line.shippedQuantity, shipped: 0 }))
      .filter(({ pieces }) => pieces > 0);
  const given: Given[] = [];
  for (const [n, { order, pieces, shipped }] of asked.entries()) {
    const line = lines.find((it) => it.id === order);
    if (!line || given.some((it) => it.line === line)) return failure({ code: 'order_not_found' });
    const here = line.holdQuantity - line.shippedQuantity;
    const ofShipped = shipped ?? Math.max(0, pieces - here);
    const left =
      shipped === undefined
        ? line.holdQuantity
        : shipped > line.shippedQuantity
          ? line.shippedQuantity
          : here + shipped;
    if (ofShipped > line.shippedQuantity || ofShipped > pieces || pieces - ofShipped > here)
      return failure({ code: 'nothing_to_refund', figures: { line: n + 1, left } });
    given.push({ line, pieces, ofShipped, share: refundShare(line, pieces) });
  }
  return given.length > 0 ? success(given) : failure({ code: 'nothing_to_refund', figures: {} });
}

async function giveUp(
  tx: Transaction,
  refundId: string,
  { line, pieces, ofShipped, share }: Given,
  back: boolean,
  by: { readonly personId: string; readonly reason: string },
): Promise<void> {
  const gone = back ? 0 : ofShipped;
  const { id: orderId, toolId, holdNo } = line;
  const left = sql`${orders.shippedQuantity} - ${ofShipped}::int`;
  await tx
    .update(orders)
    .set({
      holdQuantity: sql`${orders.holdQuantity} - ${pieces}::int`,
      shippedQuantity: left,
      givenUp: sql`${orders.givenUp} + ${pieces}::int`,
      holdNo: holdNo + 1,
      // What is left of it may all have left.
      shippedAt: sql`case when ${left} > 0 and ${left} + ${orders.givenUp} + ${pieces}::int = ${orders.quantity} then
        coalesce(${orders.shippedAt}, (select max(shipment.at) from shipment_line join shipment on shipment.id = shipment_id where order_id = ${orders.id})) end`,
    })
    .where(eq(orders.id, orderId));
  await tx
    .update(tool)
    .set({ available: sql`${tool.available} + ${pieces - gone}::int` })
    .where(eq(tool.id, toolId));
  await tx
    .insert(stockMove)
    .values([
      { toolId, orderId, holdNo, kind: 'release', delta: pieces },
      ...(gone > 0 ? [{ toolId, kind: 'correction' as const, delta: -gone, ...by }] : []),
    ]);
  await tx.insert(refundLine).values({
    ...{ refundId, orderId, ofShipped, quantity: pieces, backInStock: pieces - gone },
    ...{ goodsCents: share.goods, guardCents: share.guard, discountCents: share.discount },
  });
}
