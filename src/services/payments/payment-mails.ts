import { eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
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
import { findPayer } from './find-payer.ts';
import {
  orderClosed,
  orderNews,
  orderResumed,
  partRefunded,
  payerReceipt,
  receipt,
  refunded,
} from './payment-letters.ts';

const aboutMoney = limitMails(MAIL_LIMITS.paid);

export const paymentMails = {
  'mail.receipt': letterSender(async ({ db }, { orderId }, shop) => {
    const approvedBy = await findPayer(db, orderId);
    return toCustomer(db, orderId, shop, (order) => receipt(order, shop, approvedBy));
  }, aboutMoney),

  // To whoever paid by a link.
  'mail.payer-receipt': letterSender(async ({ db }, { intentId }, shop) => {
    const [by] = await db.select().from(payment).where(eq(payment.intentId, intentId));
    const order = by?.payerEmail ? mailedOrder(await rowsOfPurchase(db, by.orderId)) : undefined;
    return order && { to: by?.payerEmail as Email, letter: payerReceipt(order, shop) };
  }),

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
    const [its] = await db.select().from(refund).where(eq(refund.id, refundId));
    if (!its) return undefined;
    const lines = await db.select().from(refundLine).where(eq(refundLine.refundId, refundId));
    const amount = toCents(its.amountCents);
    const pieces = new Map(lines.map(({ orderId: id, quantity }) => [id, quantity]));
    const part = lines.length > 0 || amount < (paid?.amount ?? 0);
    return toCustomer(db, orderId, shop, (order) =>
      part ? partRefunded(order, amount, pieces, its.reason, shop) : refunded(order, amount, intentId, shop),
    );
  }, aboutMoney),
} satisfies Partial<Senders>;
