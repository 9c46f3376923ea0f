import { eq } from 'drizzle-orm';
import type { Email } from '#model/identity/credentials.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { orders } from '#tables/orders.ts';
import type { Db } from '../kernel/context.ts';
import type { Senders } from '../kernel/work-outbox.ts';
import { type Addressed, letterSender } from '../mail/letter-sender.ts';
import { orderCancelled } from './mails/order-cancelled.ts';
import { orderPlaced } from './mails/order-placed.ts';
import { orderShipped } from './mails/order-shipped.ts';
import { orderView } from './order-view.ts';

/** The mails about the life of an order, its money aside. */
export const orderMails: Pick<Senders, 'mail.order-placed' | 'mail.order-shipped' | 'mail.order-cancelled'> = {
  'mail.order-placed': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderPlaced)),
  'mail.order-shipped': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderShipped)),
  'mail.order-cancelled': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderCancelled)),
};

/** A letter about an order, to the address that it was placed with. */
export async function toCustomer(
  db: Db,
  orderId: string,
  shop: Letterhead,
  write: (order: Order, shop: Letterhead) => Letter,
): Promise<Addressed | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId));
  return row && { to: row.email as Email, letter: write(orderView(row), shop) };
}
