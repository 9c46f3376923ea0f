import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import {
  type CancelWaiting,
  type RefundPurchase,
  type RefundShare,
  refundShare,
  sumOfRefunds,
} from '#model/purchases/refund.ts';
import { areSamePieces } from '#model/purchases/shipment.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orders, type purchase } from '#tables/orders.ts';
import { payment, refund, refundLine } from '#tables/payments.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { lockKey } from '../kernel/lock-key.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from '../orders/done-meanwhile.ts';
import { move } from '../orders/move-purchase.ts';
import { lockPurchase } from '../orders/purchase-of.ts';
import { listRefunds } from './list-refunds.ts';
import { endEmptied } from './note-refunds.ts';
import { planRefund } from './refund-rows.ts';

type GiveBackFailure = Failure<
  'order_not_found' | 'not_refundable' | 'nothing_to_refund' | 'amount_changed' | 'idempotency_key_reused'
>;
export type RefundPurchaseFailure = GiveBackFailure | Failure<'refunded_meanwhile'>;
export type CancelWaitingFailure = GiveBackFailure | Failure<'fewer_wait'>;
type Made = { readonly id: string; readonly no: number };

type LineRow = typeof orders.$inferSelect;
type PurchaseRow = typeof purchase.$inferSelect;

/** Pieces of a line that are given up, and their money. */
interface Given {
  readonly line: LineRow;
  readonly pieces: number;
  readonly ofShipped: number;
  readonly ofWaiting: number;
  readonly share: RefundShare;
}

/**
 * Gives pieces of a paid purchase up, and their money back: those that wait first, as they are the last to leave. What was
 * held is in stock again, what had left only when it is `back`. The last piece ends the purchase. Repeated with the same
 * key it gives back once.
 */
export function refundPurchase(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: OrderId,
  wish: RefundPurchase,
  requestKey?: string,
): Promise<Outcome<Made, RefundPurchaseFailure>> {
  const asked = { id, personId: adminId, wish, requestKey };
  return transact(db, (tx) =>
    giveBack<RefundPurchaseFailure>(tx, asked, async (lines, its) => {
      if (wish.kept !== undefined) {
        const kept = await keptOf(tx, its);
        if (wish.kept !== kept) {
          const theirs = await doneMeanwhile(tx, [its.id], ['refunded', 'refunded_elsewhere']);
          return failure({ code: 'refunded_meanwhile', figures: { kept, was: wish.kept, ...theirs } });
        }
      }
      const judged = judge(lines, wish);
      if (judged.ok || judged.failure.code !== 'nothing_to_refund' || wish.kept === undefined) return judged;
      // As much is kept as its page showed, so pieces have left since, or were taken back.
      const line = wish.lines?.[(judged.failure.figures?.line ?? 1) - 1];
      const theirs = line && (await doneMeanwhile(tx, [line.order], ['shipped', 'taken_back']));
      return failure({ ...judged.failure, figures: { ...judged.failure.figures, ...theirs } });
    }),
  );
}

/** The same by its customer, who gives up what waits for a delivery and nothing else. */
export function cancelWaiting(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  id: OrderId,
  wish: CancelWaiting,
  requestKey?: string,
): Promise<Outcome<Made, CancelWaitingFailure>> {
  const whole = { ...wish, reason: 'Cancelled before it arrived', back: false };
  const asked = { id, personId: customerId, owner: customerId, wish: whole, requestKey };
  return transact(db, (tx) => giveBack(tx, asked, async (lines) => judgeWaiting(lines, wish)));
}

/**
 * The same by the shop, of lines whose customer was asked by mail whether they wait for a later delivery, and did not answer
 * before `today`. Who has yet to hear of another day hears first.
 */
export function cancelUnanswered(
  { db }: Pick<Context, 'db'>,
  id: OrderId,
  today: string,
): Promise<Outcome<Made, GiveBackFailure>> {
  const asked = { id, wish: { reason: 'No answer about the later delivery', back: false } };
  return transact(db, (tx) =>
    giveBack<GiveBackFailure>(tx, asked, async (lines) => {
      const days = await expectedDays(tx, lines);
      const unanswered = lines.filter(
        ({ agreeBy, asked, waiting, toolId, promisedAt }) =>
          waiting > 0 &&
          agreeBy !== null &&
          agreeBy < today &&
          asked &&
          (days.get(toolId) ?? promisedAt) === promisedAt,
      );
      return success(unanswered.map((line) => ofWaiting(line, line.waiting)));
    }),
  );
}

/** When the next delivery of each tool is expected, where one is. The tools are locked. */
async function expectedDays(tx: Transaction, lines: readonly LineRow[]): Promise<ReadonlyMap<string, string | null>> {
  const ids = lines.map(({ toolId }) => toolId);
  const tools = await tx.select({ id: tool.id, day: tool.restockAt }).from(tool).where(inArray(tool.id, ids));
  return new Map(tools.map(({ id, day }) => [id, day]));
}

interface Asked {
  readonly id: OrderId;
  /** Who asks; absent where the shop does. */
  readonly personId?: string;
  /** Whose it must be to be found. */
  readonly owner?: string;
  /** `amount` where it was shown to somebody. */
  readonly wish: Pick<RefundPurchase, 'lines' | 'reason' | 'back'> & { readonly amount?: number };
  readonly requestKey?: string | undefined;
}

async function giveBack<F>(
  tx: Transaction,
  { id, personId, owner, wish, requestKey }: Asked,
  judgeLines: (lines: readonly LineRow[], its: PurchaseRow) => Promise<Outcome<Given[], F>>,
): Promise<Outcome<Made, F | GiveBackFailure>> {
  const its = await lockPurchase(tx, id);
  if (!its || (owner !== undefined && its.personId !== owner)) return failure({ code: 'order_not_found' });
  const shown = wish.amount === undefined ? undefined : Math.round(wish.amount * 100);
  const [earlier] = requestKey && personId ? await refundsBy(tx, personId, requestKey) : [];
  if (earlier)
    return earlier.purchaseId === its.id &&
      earlier.cents === shown &&
      earlier.reason === wish.reason &&
      isSameGiven(await piecesOf(tx, earlier.id), wish)
      ? success({ id: earlier.id, no: earlier.no })
      : failure({ code: 'idempotency_key_reused', figures: {} });
  if (its.state !== 'paid' || !its.paidIntent) {
    // Who of the shop it was is nothing for its customer.
    const ended = owner === undefined ? await noLongerPaid(tx, its) : undefined;
    return failure({ code: 'not_refundable', figures: ended });
  }
  const [attempt] = await tx.select().from(payment).where(eq(payment.intentId, its.paidIntent)).for('update');
  if (!attempt) return failure({ code: 'not_refundable' });

  const lines = await lockLines(
    tx,
    its.id,
    wish.lines?.map(({ order }) => order),
  );
  const judged = await judgeLines(lines, its);
  if (!judged.ok) return judged;
  const given = judged.value;
  const sum = given.reduce((all, { share }) => all + share.amount, 0);
  // Some may have gone back at the provider, for no pieces.
  const amountCents = Math.min(sum, attempt.amountCents - attempt.refundedCents);
  if (amountCents === 0) return failure({ code: 'nothing_to_refund', figures: {} });
  if (shown !== undefined && amountCents !== shown)
    return failure({ code: 'amount_changed', figures: { amount: centsToDollars(toCents(amountCents)) } });

  const { reason } = wish;
  const by = { personId: personId ?? null, reason };
  const made = await planRefund(tx, attempt, { amountCents, requestKey, ...by });
  if (!made) return failure({ code: 'not_refundable' });
  for (const one of given) await giveUp(tx, made.id, one, wish.back, by);
  const pieces = given.reduce((sum, it) => sum + it.pieces, 0);
  const meta = { no: made.no, pieces, amount: centsToDollars(toCents(amountCents)), reason };
  await record(tx, { action: 'refund.decided', actor: personId, target: its.id, meta });
  const [left] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.purchaseId, its.id), sql`${orders.givenUp} < ${orders.quantity}`))
    .limit(1);
  if (left) await endEmptied(tx, its, attempt);
  else {
    await move(tx, its.id, 'paid', 'refund_due');
    const meta = { intent: its.paidIntent };
    await record(tx, { action: 'order.refund_due', actor: personId, target: its.id, meta });
  }
  return success(made);
}

async function refundsBy(tx: Transaction, personId: string, requestKey: string) {
  await lockKey(tx, personId, requestKey);
  return tx
    .select({
      ...{ id: refund.id, no: refund.no, purchaseId: refund.purchaseId },
      ...{ cents: refund.amountCents, reason: refund.reason },
    })
    .from(refund)
    .where(and(eq(refund.personId, personId), eq(refund.requestKey, requestKey)));
}

const piecesOf = (tx: Transaction, refundId: string) =>
  tx
    .select({
      ...{ order: refundLine.orderId, pieces: refundLine.quantity, ofShipped: refundLine.ofShipped },
      // Of those that had left; others are always back.
      back: sql<number>`${refundLine.backInStock} + ${refundLine.ofWaiting} + ${refundLine.ofShipped} - ${refundLine.quantity}`,
    })
    .from(refundLine)
    .where(eq(refundLine.refundId, refundId));

const isSameGiven = (
  given: Awaited<ReturnType<typeof piecesOf>>,
  { lines, back }: Pick<RefundPurchase, 'lines' | 'back'>,
): boolean => areSamePieces(given, lines) && given.every((line) => line.back === (back ? line.ofShipped : 0));

/** In dollars, as its page shows it. */
async function keptOf(tx: Transaction, { id, amountCents }: PurchaseRow): Promise<number> {
  const back = sumOfRefunds(await listRefunds(tx, id));
  return centsToDollars(toCents(amountCents - Math.round(back * 100)));
}

/** Tools before lines, each in the order of their ids, as everywhere. */
async function lockLines(tx: Transaction, purchaseId: string, named?: readonly string[]): Promise<LineRow[]> {
  const wanted = and(eq(orders.purchaseId, purchaseId), named && inArray(orders.id, [...named]));
  const tools = tx.select({ id: orders.toolId }).from(orders).where(wanted);
  await tx.select({ id: tool.id }).from(tool).where(inArray(tool.id, tools)).orderBy(asc(tool.id)).for('no key update');
  return tx.select().from(orders).where(wanted).orderBy(asc(orders.id)).for('no key update');
}

function judge(lines: readonly LineRow[], wish: RefundPurchase): Outcome<Given[], GiveBackFailure> {
  const asked =
    wish.lines ??
    lines
      .map((line) => ({ order: line.id as OrderId, pieces: notLeft(line), shipped: 0 }))
      .filter(({ pieces }) => pieces > 0);
  const given: Given[] = [];
  for (const [n, { order, pieces, shipped }] of asked.entries()) {
    const line = lines.find((it) => it.id === order);
    if (!line) return failure({ code: 'order_not_found' });
    const here = notLeft(line);
    const ofShipped = shipped ?? Math.max(0, pieces - here);
    const left =
      shipped !== undefined && shipped > line.shippedQuantity
        ? line.shippedQuantity
        : here + (shipped ?? line.shippedQuantity);
    if (ofShipped > line.shippedQuantity || ofShipped > pieces || pieces - ofShipped > here)
      return failure({ code: 'nothing_to_refund', figures: { line: n + 1, left, tool: line.toolName } });
    const ofWaiting = Math.min(line.waiting, pieces - ofShipped);
    given.push({ line, pieces, ofShipped, ofWaiting, share: refundShare(line, pieces) });
  }
  return given.length > 0 ? success(given) : failure({ code: 'nothing_to_refund', figures: {} });
}

function judgeWaiting(lines: readonly LineRow[], wish: CancelWaiting): Outcome<Given[], CancelWaitingFailure> {
  const given: Given[] = [];
  for (const { order, pieces } of wish.lines) {
    const line = lines.find((it) => it.id === order);
    if (!line) return failure({ code: 'order_not_found' });
    const { waiting } = line;
    if (pieces > waiting) return failure({ code: 'fewer_wait', figures: { waiting } });
    given.push(ofWaiting(line, pieces));
  }
  return success(given);
}

const ofWaiting = (line: LineRow, pieces: number): Given => ({
  ...{ line, pieces, ofShipped: 0, ofWaiting: pieces },
  share: refundShare(line, pieces),
});

const notLeft = ({ holdQuantity, shippedQuantity, waiting }: LineRow): number =>
  holdQuantity - shippedQuantity + waiting;

async function giveUp(
  tx: Transaction,
  refundId: string,
  { line, pieces, ofShipped, ofWaiting, share }: Given,
  back: boolean,
  by: { readonly personId: string | null; readonly reason: string },
): Promise<void> {
  const gone = back ? 0 : ofShipped;
  const held = pieces - ofWaiting;
  const { id: orderId, toolId, holdNo } = line;
  const left = sql`${orders.shippedQuantity} - ${ofShipped}::int`;
  await tx
    .update(orders)
    .set({
      holdQuantity: sql`${orders.holdQuantity} - ${held}::int`,
      waiting: line.waiting - ofWaiting,
      // Those of the delivery are the last to leave, so they are given up first.
      fromDelivery: Math.max(0, line.fromDelivery - (pieces - ofShipped)),
      ...(ofWaiting > 0 && ofWaiting === line.waiting && { queueNo: null }),
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
    .set({
      available: sql`${tool.available} + ${held - gone}::int`,
      waiting: sql`${tool.waiting} - ${ofWaiting}::int`,
    })
    .where(eq(tool.id, toolId));
  const released = { toolId, orderId, holdNo, kind: 'release' as const, delta: held };
  const corrected = gone > 0 ? [{ toolId, kind: 'correction' as const, delta: -gone, ...by }] : [];
  if (held > 0) await tx.insert(stockMove).values([released, ...corrected]);
  await tx.insert(refundLine).values({
    ...{ refundId, orderId, ofShipped, ofWaiting, quantity: pieces, backInStock: held - gone },
    ...{ goodsCents: share.goods, guardCents: share.guard, discountCents: share.discount },
  });
}
