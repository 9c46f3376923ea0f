import { randomUUID } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import type { ChangeShipTo } from '#model/orders/order.ts';
import { isPayable } from '#model/orders/order-life.ts';
import { awaitsPayment, hasEnded } from '#model/purchases/purchase-life.ts';
import { person } from '#tables/identity.ts';
import { orders, purchase, shipment } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import { refuseBeyond, type TooMany } from '../../identity/allowance.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { post } from '../../kernel/post.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from '../done-meanwhile.ts';
import { isHeard } from '../order-mails.ts';
import { PAYING } from '../order-view.ts';
import { lockPurchase } from '../purchase-of.ts';

const CHANGES_AN_HOUR = 60;

export type ChangeShipToFailure =
  | Failure<'order_not_found' | 'ship_to_final' | 'ship_to_conflict'>
  | TooMany<'addresses'>;

/**
 * Before anything has left: packing slips are made of the purchase, so that of a part that is on its way would say
 * another address than its parcel. Its customer may until it is paid. An invoice that is written stays as it is.
 * `told`: whether its customer is mailed.
 */
export function changeShipTo(
  { db, confirmation, clock }: Pick<Context, 'db' | 'confirmation' | 'clock'>,
  by: { readonly adminId: string } | { readonly customerId: string },
  id: OrderId,
  wish: ChangeShipTo,
): Promise<Outcome<{ changed: boolean; told?: boolean }, ChangeShipToFailure>> {
  const isAdmin = 'adminId' in by;
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const { phone = its.phone, address = its.address } = wish;
    if (its.address === address && its.phone === phone) return success({ changed: false });
    if (hasEnded(its.state)) {
      const ended = isAdmin && (await noLongerPaid(tx, its));
      return failure({ code: 'ship_to_final', figures: { why: 'ended', ...ended } });
    }
    if (!isAdmin && !awaitsPayment(its.state)) return failure({ code: 'ship_to_final', figures: { why: 'paid' } });
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
      return failure({
        code: 'ship_to_conflict',
        figures: isAdmin ? await doneMeanwhile(tx, [its.id], ['ship_to']) : undefined,
      });
    const refusal = isAdmin ? undefined : await refuseBeyond(tx, 'addresses', by.customerId, CHANGES_AN_HOUR, clock());
    if (refusal) return refusal;
    await tx.update(purchase).set({ phone, address }).where(eq(purchase.id, its.id));
    await tx.update(orders).set({ phone, address }).where(eq(orders.purchaseId, its.id));
    const changed = its.phone === phone ? 'address' : its.address === address ? 'phone' : 'both';
    const about = { action: 'order.ship_to_changed', target: its.id } as const;
    if (!isAdmin) {
      await record(tx, { ...about, actor: by.customerId, meta: { changed, own: true } });
      return success({ changed: true });
    }
    const told = await isTold(tx, its.id, confirmation);
    await record(tx, { ...about, actor: by.adminId, meta: { changed, told } });
    await post(tx, 'mail.ship-to-changed', `mail.ship-to-changed:${randomUUID()}`, { orderId: its.id, changed });
    return success({ changed: true, told });
  });
}

/** As its mail will find it. */
async function isTold(tx: Transaction, purchaseId: string, confirmation: Context['confirmation']): Promise<boolean> {
  const [its] = await tx
    .select({ state: orders.state, proof: person.emailProof, paying: PAYING })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .innerJoin(person, eq(person.id, orders.personId))
    .where(and(eq(orders.purchaseId, purchaseId), ne(orders.state, 'cancelled')))
    .limit(1);
  const unpaid = its && isPayable(its);
  return isHeard(unpaid ? MAIL_LIMITS.changed : MAIL_LIMITS.paid, Boolean(its?.proof), confirmation);
}
