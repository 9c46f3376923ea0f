import { eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import type { Order } from '#model/orders/order.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { orders } from '#tables/orders.ts';
import type { Db } from '../kernel/context.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { type Addressed, letterSender } from '../mail/letter-sender.ts';
import { adminWhoWants } from '../people/admin-mail.ts';
import { limitMails } from './limit-mails.ts';
import { orderCancelled, orderPlaced, orderShipped, stockNews } from './order-letters.ts';
import { orderView } from './order-view.ts';

export const orderMails = {
  'mail.order-placed': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderPlaced),
    limitMails(MAIL_LIMITS.placed),
  ),
  'mail.order-shipped': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderShipped),
    limitMails(MAIL_LIMITS.paid),
  ),
  'mail.order-cancelled': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderCancelled),
    limitMails(MAIL_LIMITS.cancelled),
  ),
  'mail.stock-news': letterSender(async ({ db }, { toolId, personId }, shop) => {
    const to = await adminWhoWants(db, personId, 'lowStock');
    const [row] = to ? await db.select().from(tool).where(eq(tool.id, toolId)) : [];
    return to && row && !row.deletedAt && row.available < row.minQuantity
      ? { to, letter: stockNews(row, shop) }
      : undefined;
  }),
} satisfies Partial<Senders>;

export async function toCustomer(
  db: Db,
  orderId: string,
  shop: Letterhead,
  write: (order: Order, shop: Letterhead) => Letter,
): Promise<Addressed | undefined> {
  const [found] = await db
    .select({ order: orders, proof: person.emailProof })
    .from(orders)
    .innerJoin(person, eq(person.id, orders.personId))
    .where(eq(orders.id, orderId))
    .prepare('order-to-mail')
    .execute();
  if (!found) return undefined;
  const { order, proof } = found;
  return { to: order.email as Email, letter: write(orderView(order), shop), confirmed: proof !== null };
}
