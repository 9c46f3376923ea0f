import { hash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt, UNDO_ACCEPTED_SECONDS } from '#model/orders/order-life.ts';
import { takeBack } from '#platform/jobs/enqueue.ts';
import { idempotency, orders, shipment, shipmentLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Meanwhile } from '#texts/meanwhile.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { post } from '../../kernel/post.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from '../done-meanwhile.ts';
import { lockPurchase } from '../purchase-of.ts';
import { IS_STILL_OUT } from './list-shipments.ts';
import { shippingMail } from './ship-purchase.ts';

export type UndoShippingFailure = Failure<
  'order_not_found' | 'order_not_shipped' | 'shipping_final' | 'shipment_stays'
>;
/** `already`: who had taken it back before. */
type TakenBack = { readonly changed: boolean; readonly already?: Meanwhile | undefined };
type ShipmentRow = typeof shipment.$inferSelect;

/**
 * Of the last shipment with pieces of this order, whole, or of `shipmentId`, so that a repeated request takes no other
 * one back. Fails once its mail may have begun to leave.
 */
export function undoShipping(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  shipmentId?: string,
): Promise<Outcome<TakenBack, UndoShippingFailure>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    const [order] = await tx
      .select({ state: orders.state, shipped: orders.shippedQuantity })
      .from(orders)
      .where(eq(orders.id, id))
      .for('no key update');
    if (!its || !order) return failure({ code: 'order_not_found' });
    if (order.state === 'paid' && order.shipped === 0) return success(await takenBackBefore(tx, [id]));
    const [last] = await tx
      .select({ its: shipment })
      .from(shipment)
      .innerJoin(shipmentLine, and(eq(shipmentLine.shipmentId, shipment.id), eq(shipmentLine.orderId, id)))
      .where(shipmentId === undefined ? undefined : eq(shipment.id, shipmentId))
      .orderBy(desc(shipment.no))
      .limit(1);
    if (!last && shipmentId !== undefined) return success(await takenBackBefore(tx, [id]));
    if (its.state !== 'paid' || !last)
      return failure({ code: 'order_not_shipped', figures: await noLongerPaid(tx, its) });
    if (clock() >= shippingFinalAt(last.its.at)) return failure(FINAL);
    if (await isTold(tx, last.its)) return failure(FINAL);
    return (await bringBack(tx, adminId, last.its)) ? success({ changed: true }) : failure(await refunded(tx, its.id));
  });
}

/**
 * Takes a shipment back at any time: its pieces are to go again. A customer who may have been mailed about it gets another
 * mail, late enough to come second; one who was not gets none. Repeated it changes nothing.
 */
export function takeBackShipment(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  shipmentId: string,
): Promise<Outcome<TakenBack & { told?: boolean }, Failure<'order_not_found' | 'shipment_stays'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const [sent] = await tx
      .select()
      .from(shipment)
      .where(and(eq(shipment.id, shipmentId), eq(shipment.purchaseId, its.id)));
    if (!sent) {
      const lines = await tx.select({ id: orders.id }).from(orders).where(eq(orders.purchaseId, its.id));
      return success(
        await takenBackBefore(
          tx,
          lines.map((line) => line.id),
        ),
      );
    }
    if (its.state !== 'paid')
      return failure({ code: 'shipment_stays', figures: { why: 'not paid', ...(await noLongerPaid(tx, its)) } });
    const told = await isTold(tx, sent);
    const pieces = await bringBack(tx, adminId, sent);
    if (!pieces) return failure(await refunded(tx, its.id));
    const mail = 'mail.shipping-undone';
    if (told) await post(tx, mail, `${mail}:${sent.id}`, { orderId: its.id, pieces }, shippingFinalAt(clock()));
    return success({ changed: true, told });
  });
}

const takenBackBefore = async (tx: Transaction, lines: readonly string[]): Promise<TakenBack> => ({
  changed: false,
  already: await doneMeanwhile(tx, lines, ['taken_back']),
});

const refunded = async (tx: Transaction, purchaseId: string): Promise<Failure<'shipment_stays'>> => ({
  code: 'shipment_stays',
  figures: { why: 'refunded', ...(await doneMeanwhile(tx, [purchaseId], ['refunded'])) },
});

/** Whether its customer may have been told of it. Afterwards they are not any more. */
const isTold = async (tx: Transaction, { id, tells }: ShipmentRow): Promise<boolean> =>
  tells && !(await takeBack(tx, shippingMail(id)));

/** Undefined where some of its pieces were refunded since, as ones that had left. @returns the pieces by order */
async function bringBack(
  tx: Transaction,
  adminId: string,
  { id, no, purchaseId, personId, requestKey: key }: ShipmentRow,
): Promise<Record<string, number> | undefined> {
  const lines = await tx.select().from(shipmentLine).where(eq(shipmentLine.shipmentId, id));
  const back = await tx
    .update(orders)
    .set({ shippedQuantity: sql`${orders.shippedQuantity} - ${shipmentLine.quantity}`, shippedAt: null })
    .from(shipmentLine)
    .where(and(eq(shipmentLine.shipmentId, id), eq(orders.id, shipmentLine.orderId), IS_STILL_OUT))
    .returning({ id: orders.id });
  if (back.length < lines.length) return undefined;
  await tx.delete(shipment).where(eq(shipment.id, id));
  // A repeat under its key must not ship again.
  if (personId && key)
    await tx
      .insert(idempotency)
      .values({ personId, key, orderId: purchaseId, bodyHash: hash('sha256', id, 'buffer') })
      .onConflictDoNothing();
  for (const { orderId: target, quantity: pieces } of lines)
    await record(tx, { action: 'order.shipping_undone', actor: adminId, target, meta: { pieces, no } });
  return Object.fromEntries(lines.map(({ orderId, quantity }) => [orderId, quantity]));
}

const FINAL: UndoShippingFailure = { code: 'shipping_final', figures: { seconds: UNDO_ACCEPTED_SECONDS } };
