import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { comingTo } from '#model/catalogue/restock.ts';
import type { Email } from '#model/kernel/email.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { MailLimit } from '#model/mail/mail-limits.ts';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import { soonestAnswer } from '#model/orders/delay.ts';
import type { Order } from '#model/orders/order.ts';
import { isPayable, waitsForPayment } from '#model/orders/order-life.ts';
import { isFollowedElsewhere } from '#model/purchases/shipment.ts';
import type { Held } from '#platform/jobs/work-jobs.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { orders, shipment, shipmentLine } from '#tables/orders.ts';
import { takeOne } from '../identity/allowance.ts';
import type { Context, Db } from '../kernel/context.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { type Addressed, letterSender } from '../mail/letter-sender.ts';
import { adminWhoWants } from '../people/admin-mail.ts';
import { type MailedOrder, mailedOrder } from './mailed-order.ts';
import {
  deliveryMoved,
  linesDropped,
  orderCancelled,
  orderPlaced,
  piecesArrived,
  piecesHere,
  shipped,
  shippingUndone,
  shipToChanged,
  stockNews,
  type Told,
  trackingCorrected,
} from './order-letters.ts';
import { type OrderRow, orderRows, orderView, rowsOfPurchase } from './order-view.ts';
import { isTrusted } from './unpaid-limits.ts';
import { areHere } from './waiting/set-watch.ts';

/** Whether an address hears of it: one that is not confirmed may be somebody else's. */
export const isHeard = (
  { unconfirmed }: MailLimit,
  confirmed: boolean,
  confirmation: Context['confirmation'],
): boolean => confirmed || unconfirmed || confirmation === 'off';

/** @param whileUnpaid for mails about what waits to be paid */
export const limitMails =
  (limit: MailLimit, whileUnpaid = limit) =>
  async (
    { db, clock, confirmation }: Context,
    { to, confirmed = true, unpaid }: Addressed,
    isCounted: boolean,
  ): Promise<Held | undefined> => {
    const its = unpaid ? whileUnpaid : limit;
    const { cause, perHour, over } = its;
    if (!isHeard(its, confirmed, confirmation)) return { drop: 'address not confirmed' };
    if (isCounted) return undefined;
    const wait = await takeOne(db, `mail about ${cause} to ${to}`, perHour, clock());
    if (wait === 0) return undefined;
    return over === 'wait' ? { later: wait } : { drop: 'over the hourly number' };
  };

export const orderMails = {
  'mail.order-placed': letterSender(async ({ db }, { orderId, byLink }, shop) => {
    const rows = await rowsOfPurchase(db, orderId);
    // Who has paid by the link is told of by the receipt.
    if (byLink && !rows.some(({ line }) => waitsForPayment(line.state))) return undefined;
    return addressed(db, rows, shop, (order) => orderPlaced(order, shop, byLink));
  }, limitMails(MAIL_LIMITS.placed)),
  'mail.order-sent': letterSender(
    ({ db }, { shipmentId }, shop) => aboutShipment(db, shipmentId, shop, shipped),
    limitMails(MAIL_LIMITS.paid),
  ),
  'mail.tracking-corrected': letterSender(
    ({ db }, { shipmentId, from: tracking = '', fromCarrier = null }, shop) =>
      aboutShipment(db, shipmentId, shop, trackingCorrected, { tracking, carrier: fromCarrier as Told['carrier'] }),
    limitMails(MAIL_LIMITS.paid),
  ),
  'mail.shipping-undone': letterSender(({ db }, { orderId, pieces }, shop) => {
    const back = new Map(Object.entries(pieces));
    return toCustomer(db, orderId, shop, (order) => shippingUndone(order, back, shop));
  }, limitMails(MAIL_LIMITS.paid)),
  'mail.ship-to-changed': letterSender(
    ({ db }, { orderId, changed = 'address' }, shop) =>
      toCustomer(db, orderId, shop, (order) => shipToChanged(order, changed, shop)),
    limitMails(MAIL_LIMITS.paid, MAIL_LIMITS.changed),
  ),
  'mail.order-cancelled': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderCancelled),
    limitMails(MAIL_LIMITS.cancelled),
  ),
  'mail.line-dropped': letterSender(async ({ db }, { orderId, lines = [orderId] }, shop) => {
    const whole = mailedOrder(await rowsOfPurchase(db, orderId));
    const rows = await orderRows(db, inArray(orders.id, [...lines]));
    return addressed(db, rows, shop, (dropped) => linesDropped(dropped, whole, shop));
  }, limitMails(MAIL_LIMITS.dropped)),
  'mail.pieces-here': letterSender(async ({ db }, { toolId, personId, pieces }, shop) => {
    const found = await buyerOf(db, personId, toolId);
    if (!found || !(await areHere({ db }, personId, toolId, pieces))) return undefined;
    return { ...found, letter: piecesHere(found.tool, pieces, shop) };
  }, limitMails(MAIL_LIMITS.here)),
  'mail.pieces-arrived': letterSender(async ({ db }, { orderId, pieces }, shop) => {
    const rows = await rowsOfPurchase(db, orderId);
    // All of it was given back meanwhile, or has left.
    if (!rows.some(({ line }) => line.id === orderId && line.holdQuantity > line.shippedQuantity)) return undefined;
    return addressed(db, rows, shop, (order) => piecesArrived(order, new Map([[orderId, pieces]]), shop));
  }, limitMails(MAIL_LIMITS.paid)),
  'mail.delivery-moved': letterSender(
    async ({ db, clock }, { toolId, personId, promised, asks = [] }, shop) => {
      await leaveTime(db, asks, clock());
      const theirs = await orderRows(db, inArray(orders.id, Object.keys(promised)));
      const waiting = theirs.map((row) => orderView(row, row)).filter((order) => order.waiting);
      const found = await buyerOf(db, personId, toolId);
      if (!found || waiting.length === 0) return undefined;
      const letter = deliveryMoved(found.tool, waiting, promised, shop);
      const unpaid = waiting.every(isPayable);
      return { ...found, letter, unpaid, onSent: () => noteAsked(db, waiting) };
    },
    limitMails(MAIL_LIMITS.paid, MAIL_LIMITS.changed),
  ),
  'mail.stock-news': letterSender(async ({ db, clock }, { toolId, personId }, shop) => {
    const to = await adminWhoWants(db, personId, 'lowStock');
    const [row] = to ? await db.select().from(tool).where(eq(tool.id, toolId)) : [];
    if (!to || !row || row.deletedAt || row.available >= row.minQuantity) return undefined;
    const { restockAt: date, backorderLimit, waiting } = row;
    const coming = date ? comingTo({ restock: { date, left: backorderLimit - waiting } }, clock()) : undefined;
    return { to, letter: stockNews(row, coming, shop) };
  }),
} satisfies Partial<Senders>;

/** The mail that asks may have waited for long: there is a week at least to answer from then on. */
async function leaveTime(db: Db, asks: readonly string[], now: Date): Promise<void> {
  const agreeBy = soonestAnswer(now.toISOString().slice(0, 10));
  for (const id of asks)
    await db
      .update(orders)
      .set({ agreeBy })
      .where(and(eq(orders.id, id), eq(orders.asked, false), lt(orders.agreeBy, agreeBy)));
}

/** Only who was asked about the day that they are promised may be given up. A day that was moved since needs another mail. */
async function noteAsked(db: Db, waiting: readonly Order[]): Promise<void> {
  for (const { _id, waiting: its } of waiting)
    if (its?.answer_by)
      await db
        .update(orders)
        .set({ asked: true })
        .where(and(eq(orders.id, _id), eq(orders.promisedAt, its.date), eq(orders.agreeBy, its.answer_by)));
}

/** Somebody and the tool that they are told of; undefined once their account is closed. */
async function buyerOf(db: Db, personId: string, toolId: string) {
  const [found] = await db
    .select({ to: person.email, tool, confirmed: sql<boolean>`${isTrusted(sql`${personId}::uuid`)}` })
    .from(person)
    .innerJoin(tool, eq(tool.id, toolId))
    .where(and(eq(person.id, personId), isNull(person.disabledAt)));
  return found && { ...found, to: found.to as Email };
}

/** Reads the shipment when the mail is sent. No mail once it was taken back, or where it is followed as was mailed last. */
async function aboutShipment(db: Db, id: string, shop: Letterhead, write: typeof trackingCorrected, told?: Told) {
  const lines = await db
    .select({ its: shipment, line: shipmentLine })
    .from(shipment)
    .innerJoin(shipmentLine, eq(shipmentLine.shipmentId, shipment.id))
    .where(eq(shipment.id, id));
  const its = lines[0]?.its;
  if (!its) return undefined;
  if (told && !isFollowedElsewhere(told, its)) return undefined;
  const pieces = new Map(lines.map(({ line }) => [line.orderId, line.quantity]));
  const later = and(eq(shipment.purchaseId, its.purchaseId), gt(shipment.no, its.no));
  const followed = (await db.$count(shipment, later)) > 0;
  return toCustomer(db, its.purchaseId, shop, (order) =>
    write(order, { ...its, followed, told: told ?? its }, pieces, shop),
  );
}

type Write = (order: MailedOrder, shop: Letterhead) => Letter;

/** About the purchase that an order belongs to. */
export const toCustomer = async (db: Db, orderId: string, shop: Letterhead, write: Write) =>
  addressed(db, await rowsOfPurchase(db, orderId), shop, write);

async function addressed(
  db: Db,
  rows: readonly OrderRow[],
  shop: Letterhead,
  write: Write,
): Promise<Addressed | undefined> {
  const order = mailedOrder(rows);
  const [row] = rows;
  if (!order || !row) return undefined;
  const [owner] = await db
    .select({ proof: person.emailProof })
    .from(person)
    .where(eq(person.id, row.line.personId))
    .prepare('proof-of-owner')
    .execute();
  const confirmed = Boolean(owner?.proof);
  const letter = write(confirmed ? order : withoutReferences(order), shop);
  return {
    to: order.email as Email,
    letter,
    confirmed,
    unpaid: isPayable({ state: order.state, paying: row.paying }),
  };
}

/** Their text is free: nobody may have it mailed to an address that is perhaps somebody else's. */
const withoutReferences = ({ purchase: _, ...order }: MailedOrder): MailedOrder => ({
  ...order,
  address: '',
  phone: '',
});
