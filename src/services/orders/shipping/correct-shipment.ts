import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { shippingFinalAt } from '#model/orders/order-life.ts';
import { type CorrectShipment, isFollowedElsewhere } from '#model/purchases/shipment.ts';
import { isWaiting, takeBack } from '#platform/jobs/enqueue.ts';
import { job } from '#platform/jobs/job-table.ts';
import { orders, shipment } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { type Messages, post } from '../../kernel/post.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { doneMeanwhile } from '../done-meanwhile.ts';
import { lockPurchase } from '../purchase-of.ts';
import { shippingMail } from './ship-purchase.ts';

type Shipment = typeof shipment.$inferSelect;

/**
 * Another carrier and tracking number for what has left. Who cannot follow it with what they were mailed gets another mail;
 * one that waits says it by itself. Repeated it changes nothing.
 */
export function correctShipment(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  { id, shipmentId }: { id: OrderId; shipmentId: string },
  wish: CorrectShipment,
): Promise<Outcome<{ changed: boolean }, Failure<'order_not_found' | 'shipment_not_found' | 'shipment_conflict'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const ofIt = and(eq(shipment.id, shipmentId), eq(shipment.purchaseId, its.id));
    const [sent] = await tx.select().from(shipment).where(ofIt);
    if (!sent) {
      const lines = await tx.select({ id: orders.id }).from(orders).where(eq(orders.purchaseId, its.id));
      const all = lines.map((line) => line.id);
      return failure({ code: 'shipment_not_found', figures: await doneMeanwhile(tx, all, ['taken_back']) });
    }
    const { carrier = sent.carrier } = wish;
    const tracking = wish.tracking === undefined ? sent.tracking : wish.tracking || null;
    if (carrier === sent.carrier && tracking === sent.tracking) return success({ changed: false });
    const { was = {} } = wish;
    if (isOvertaken(was.carrier, sent.carrier, carrier) || isOvertaken(was.tracking, sent.tracking, tracking)) {
      const theirs = await doneMeanwhile(tx, [its.id], ['corrected'], { no: sent.no });
      return failure({ code: 'shipment_conflict', figures: theirs });
    }
    const now = { carrier, tracking };
    const mailed = sent.tells && isFollowedElsewhere(sent, now) && !(await isWaiting(tx, shippingMail(sent.id)));
    const corrections = sent.corrections + (mailed ? 1 : 0);
    await tx
      .update(shipment)
      .set({ ...now, corrections })
      .where(ofIt);
    if (mailed) await mailCorrection(tx, sent, now, shippingFinalAt(clock()));
    const meta = { no: sent.no, from: sent.tracking, to: tracking, carrier };
    await record(tx, { action: 'shipment.corrected', actor: adminId, target: its.id, meta });
    return success({ changed: true });
  });
}

/** Whether it is something else by now than was shown, and than is wanted. */
const isOvertaken = <T>(was: T | undefined, now: T, wanted: T): boolean =>
  was !== undefined && was !== now && wanted !== now;

/** Of two within 30 seconds only the second is mailed, and none that ends with what was mailed before. */
async function mailCorrection(
  tx: Transaction,
  sent: Shipment,
  now: Pick<Shipment, 'carrier' | 'tracking'>,
  at: Date,
): Promise<void> {
  const key = (no: number) => `mail.tracking-corrected:${sent.id}:${no}`;
  const earlier = key(sent.corrections);
  const [before] = await tx.select({ payload: job.payload, doneAt: job.doneAt }).from(job).where(eq(job.key, earlier));
  await takeBack(tx, earlier);
  const unsent = before && !before.doneAt ? (before.payload as Messages['mail.tracking-corrected']) : undefined;
  const { from = sent.tracking, fromCarrier = sent.carrier } = unsent ?? {};
  if (!isFollowedElsewhere({ carrier: fromCarrier as Shipment['carrier'], tracking: from }, now)) return;
  const message = { orderId: sent.purchaseId, shipmentId: sent.id, from, fromCarrier };
  await post(tx, 'mail.tracking-corrected', key(sent.corrections + 1), message, at);
}
