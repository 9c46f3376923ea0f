import { eq } from 'drizzle-orm';
import { toCents } from '#model/kernel/money.ts';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import { payment, refund, refundLine } from '#tables/payments.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { letterSender } from '../mail/letter-sender.ts';
import { limitMails } from '../orders/limit-mails.ts';
import { mailedOrder } from '../orders/mailed-order.ts';
import { toCustomer } from '../orders/order-mails.ts';
import { rowsOfPurchase } from '../orders/order-view.ts';
import { adminWhoWants } from '../people/admin-mail.ts';
import { orderClosed, orderNews, orderResumed, partRefunded, receipt, refunded } from './payment-letters.ts';

const aboutMoney = limitMails(MAIL_LIMITS.paid);

export const paymentMails = {
  'mail.receipt': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, receipt), aboutMoney),

  'mail.order-resumed': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderResumed),
    aboutMoney,
  ),
  'mail.order-closed': letterSender(
    ({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderClosed),
    aboutMoney,
  ),

  'mail.order-news': letterSender(async ({ db }, { orderId, personId, news }, shop) => {
    const to = await adminWhoWants(db, personId, news);
    const order = to && mailedOrder(await rowsOfPurchase(db, orderId));
    return to && order && { to, letter: orderNews(news, order, shop) };
  }),

  'mail.refunded': letterSender(async ({ db }, { orderId, intentId, refundId }, shop) => {
    const [paid] = await db.select({ amount: payment.amountCents }).from(payment).where(eq(payment.intentId, intentId));
    const [its] = refundId ? await db.select().from(refund).where(eq(refund.id, refundId)) : [];
    const lines = refundId ? await db.select().from(refundLine).where(eq(refundLine.refundId, refundId)) : [];
    const amount = its?.amountCents ?? paid?.amount;
    if (amount === undefined) return undefined;
    const pieces = new Map(lines.map(({ orderId: id, quantity }) => [id, quantity]));
    const part = lines.length > 0 || amount < (paid?.amount ?? 0);
    return toCustomer(db, orderId, shop, (order) =>
      part
        ? partRefunded(order, toCents(amount), pieces, its?.reason ?? null, shop)
        : refunded(order, toCents(amount), intentId, shop),
    );
  }, aboutMoney),
} satisfies Partial<Senders>;
