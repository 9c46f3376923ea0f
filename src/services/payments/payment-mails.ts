import { eq } from 'drizzle-orm';
import { toCents } from '#model/kernel/money.ts';
import { payment } from '#tables/payments.ts';
import type { Senders } from '../kernel/work-outbox.ts';
import { letterSender } from '../mail/letter-sender.ts';
import { toCustomer } from '../orders/order-mails.ts';
import { orderClosed } from './mails/order-closed.ts';
import { orderResumed } from './mails/order-resumed.ts';
import { receipt } from './mails/receipt.ts';
import { refunded } from './mails/refunded.ts';

/** The mails about money. */
export const paymentMails: Pick<
  Senders,
  'mail.receipt' | 'mail.refunded' | 'mail.order-resumed' | 'mail.order-closed'
> = {
  'mail.receipt': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, receipt)),

  'mail.order-resumed': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderResumed)),
  'mail.order-closed': letterSender(({ db }, { orderId }, shop) => toCustomer(db, orderId, shop, orderClosed)),

  'mail.refunded': letterSender(async ({ db }, { orderId, intentId }, shop) => {
    const [row] = await db.select({ amount: payment.amountCents }).from(payment).where(eq(payment.intentId, intentId));
    return row && toCustomer(db, orderId, shop, (order) => refunded(order, toCents(row.amount), intentId, shop));
  }),
};
