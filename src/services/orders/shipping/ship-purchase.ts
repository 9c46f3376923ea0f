import { and, asc, eq, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt } from '#model/orders/order-life.ts';
import { areSamePieces, type ShipPurchase } from '#model/purchases/shipment.ts';
import { idempotency, orders, shipment, shipmentLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { lockKey } from '../../kernel/lock-key.ts';
import { post } from '../../kernel/post.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from '../done-meanwhile.ts';
import { lockPurchase } from '../purchase-of.ts';

export type ShipPurchaseFailure = Failure<
  | 'order_not_found'
  | 'order_not_paid'
  | 'nothing_to_ship'
  | 'pieces_not_here'
  | 'shipped_meanwhile'
  | 'pieces_awaited'
  | 'idempotency_key_reused'
>;

interface Sent {
  readonly id: string;
  readonly no: number;
  readonly lines: readonly { readonly order: string; readonly pieces: number }[];
}

export const shippingMail = (shipmentId: string): string => `mail.order-sent:${shipmentId}`;

/** Pieces that leave together: those named, or all that are here. Repeated with the same key it ships once. */
export function shipPurchase(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  { lines: wanted, sent, carrier, tracking, tell = true }: ShipPurchase,
  requestKey?: string,
): Promise<Outcome<Sent, ShipPurchaseFailure>> {
  const how = { carrier: carrier ?? null, tracking: tracking || null, tells: tell };
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const [earlier] = requestKey ? await shipmentsBy(tx, adminId, requestKey) : [];
    if (earlier) {
      const lines = await linesOf(tx, earlier.id);
      const isSame = earlier.purchaseId === its.id && areSamePieces(lines, wanted) && areSaidAlike(earlier, how);
      return isSame
        ? success({ id: earlier.id, no: earlier.no, lines })
        : failure({ code: 'idempotency_key_reused', figures: {} });
    }
    if (its.state !== 'paid') return failure({ code: 'order_not_paid', figures: await noLongerPaid(tx, its) });

    const lines = await tx
      .select()
      .from(orders)
      .where(eq(orders.purchaseId, its.id))
      .orderBy(asc(orders.id))
      .for('no key update');
    const gone = lines.reduce((sum, line) => sum + line.shippedQuantity, 0);
    const all = lines.map((line) => line.id);
    const isOver = requestKey !== undefined && (await wasTakenBack(tx, adminId, requestKey, its.id));
    if (isOver || (sent !== undefined && sent !== gone)) {
      const theirs = await doneMeanwhile(tx, all, ['shipped', 'taken_back']);
      return failure({ code: 'shipped_meanwhile', figures: { sent: gone, ...theirs } });
    }
    const here = new Map(lines.map((line) => [line.id, line.holdQuantity - line.shippedQuantity]));
    for (const [n, { order, pieces }] of (wanted ?? []).entries()) {
      const left = here.get(order);
      if (left === undefined) return failure({ code: 'order_not_found' });
      const tool = lines.find(({ id: its }) => its === order)?.toolName;
      if (pieces > left) {
        // As many have left as its page showed, so others are not wanted any more.
        const theirs = sent === undefined ? undefined : await doneMeanwhile(tx, [its.id], ['refunded']);
        return failure({ code: 'pieces_not_here', figures: { line: n + 1, left, ...(tool && { tool }), ...theirs } });
      }
      here.set(order, left - pieces);
    }
    const leaving =
      wanted?.map(({ order, pieces }) => ({ orderId: order as string, pieces })) ??
      lines.map(({ id: orderId }) => ({ orderId, pieces: here.get(orderId) ?? 0 })).filter(({ pieces }) => pieces > 0);
    const waiting = lines.reduce((sum, line) => sum + line.waiting, 0);
    if (leaving.length === 0 && waiting > 0) return failure({ code: 'pieces_awaited', figures: { waiting } });
    if (leaving.length === 0) {
      const theirs = await doneMeanwhile(tx, [its.id, ...all], ['shipped', 'refunded']);
      return failure({ code: 'nothing_to_ship', figures: theirs });
    }

    const made = await writeShipment(tx, its.id, adminId, leaving, clock(), { ...how, requestKey });
    return success({ ...made, lines: await linesOf(tx, made.id) });
  });
}

async function shipmentsBy(tx: Transaction, personId: string, requestKey: string) {
  await lockKey(tx, personId, requestKey);
  return tx
    .select()
    .from(shipment)
    .where(and(eq(shipment.personId, personId), eq(shipment.requestKey, requestKey)));
}

/** Whether what was sent under this key was taken back since. */
const wasTakenBack = async (tx: Transaction, personId: string, key: string, orderId: string): Promise<boolean> =>
  (await tx.$count(
    idempotency,
    and(eq(idempotency.personId, personId), eq(idempotency.key, key), eq(idempotency.orderId, orderId)),
  )) > 0;

type Said = Pick<typeof shipment.$inferSelect, 'carrier' | 'tracking' | 'tells'>;

const areSaidAlike = (done: Said, now: Said): boolean =>
  done.carrier === now.carrier && done.tracking === now.tracking && done.tells === now.tells;

const linesOf = (tx: Transaction, shipmentId: string) =>
  tx
    .select({ order: shipmentLine.orderId, pieces: shipmentLine.quantity })
    .from(shipmentLine)
    .where(eq(shipmentLine.shipmentId, shipmentId))
    .orderBy(asc(shipmentLine.orderId));

type How = Partial<Pick<typeof shipment.$inferInsert, 'carrier' | 'tracking' | 'tells' | 'requestKey'>>;

/** For a purchase whose row is locked and whose pieces are here. The mail waits until it can no longer be undone. */
export async function writeShipment(
  tx: Transaction,
  purchaseId: string,
  adminId: string,
  leaving: readonly { orderId: string; pieces: number }[],
  at: Date,
  how: How = {},
): Promise<{ id: string; no: number }> {
  const next = tx
    .select({ no: sql`coalesce(max(${shipment.no}), 0) + 1` })
    .from(shipment)
    .where(eq(shipment.purchaseId, purchaseId));
  const [made] = await tx
    .insert(shipment)
    .values({ ...how, purchaseId, personId: adminId, at, no: sql`(${next})` })
    .returning({ id: shipment.id, no: shipment.no });
  if (!made) throw new Error(`Purchase ${purchaseId} got no shipment`);
  const pieces = new Map<string, number>();
  for (const it of leaving) pieces.set(it.orderId, (pieces.get(it.orderId) ?? 0) + it.pieces);
  await tx
    .insert(shipmentLine)
    .values([...pieces].map(([orderId, quantity]) => ({ shipmentId: made.id, orderId, quantity })));
  await tx
    .update(orders)
    .set({
      shippedQuantity: sql`${orders.shippedQuantity} + ${shipmentLine.quantity}`,
      shippedAt: sql`case when ${orders.shippedQuantity} + ${shipmentLine.quantity} + ${orders.givenUp} = ${orders.quantity}
                          then ${at.toISOString()}::timestamptz end`,
    })
    .from(shipmentLine)
    .where(and(eq(shipmentLine.shipmentId, made.id), eq(orders.id, shipmentLine.orderId)));
  for (const [orderId, count] of pieces)
    await record(tx, {
      action: 'order.shipped',
      actor: adminId,
      target: orderId,
      meta: { pieces: count, no: made.no },
    });
  const about = { orderId: purchaseId, shipmentId: made.id };
  if (how.tells !== false) await post(tx, 'mail.order-sent', shippingMail(made.id), about, shippingFinalAt(at));
  return made;
}
