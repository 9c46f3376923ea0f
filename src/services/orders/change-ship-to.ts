import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ChangeShipTo } from '#model/orders/order.ts';
import { hasEnded } from '#model/purchases/purchase-life.ts';
import { person } from '#tables/identity.ts';
import { orders, purchase, shipment } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from './done-meanwhile.ts';
import { lockPurchase } from './purchase-of.ts';

/**
 * Before anything has left: packing slips are made of the purchase, so that of a part that is on its way would say
 * another address than its parcel. An invoice that is written stays as it is.
 */
export function changeShipTo(
  { db }: Pick<Context, 'db'>,
  adminId: string,
  id: OrderId,
  wish: ChangeShipTo,
): Promise<Outcome<{ changed: boolean }, Failure<'order_not_found' | 'ship_to_final' | 'ship_to_conflict'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const { phone = its.phone, address = its.address } = wish;
    if (its.address === address && its.phone === phone) return success({ changed: false });
    if (hasEnded(its.state))
      return failure({ code: 'ship_to_final', figures: { why: 'ended', ...(await noLongerPaid(tx, its)) } });
    const [sent] = await tx
      .select({ by: person.name, at: shipment.at })
      .from(shipment)
      .leftJoin(person, eq(person.id, shipment.personId))
      .where(eq(shipment.purchaseId, its.id))
      .orderBy(asc(shipment.no))
      .limit(1);
    if (sent) {
      const theirs = { did: 'shipped', by: sent.by, at: sent.at.toISOString() } as const;
      return failure({ code: 'ship_to_final', figures: { why: 'sent', ...theirs } });
    }
    const { was } = wish;
    if ((was?.address ?? its.address) !== its.address || (was?.phone ?? its.phone) !== its.phone)
      return failure({ code: 'ship_to_conflict', figures: await doneMeanwhile(tx, [its.id], ['ship_to']) });
    await tx.update(purchase).set({ phone, address }).where(eq(purchase.id, its.id));
    await tx.update(orders).set({ phone, address }).where(eq(orders.purchaseId, its.id));
    await record(tx, { action: 'order.ship_to_changed', actor: adminId, target: its.id });
    await post(tx, 'mail.ship-to-changed', `mail.ship-to-changed:${randomUUID()}`, { orderId: its.id });
    return success({ changed: true });
  });
}
