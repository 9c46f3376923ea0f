import { and, eq, gt, ne } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import type { ReviewReason } from '#model/orders/order.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Db } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { type Addressed, letterSender } from '../mail/letter-sender.ts';
import { type MailedOrder, mailedOrder } from '../orders/mailed-order.ts';
import { limitMails, toCustomer } from '../orders/order-mails.ts';
import { rowsOfPurchase } from '../orders/order-view.ts';
import { adminWhoWants } from '../people/admin-mail.ts';
import { findPayer } from './find-payer.ts';
import { listRefunds } from './list-refunds.ts';
import {
  disputeEnded,
  orderClosed,
  orderNews,
  orderResumed,
  partRefunded,
  payerReceipt,
  payerRefund,
  receipt,
  refunded,
  refundNews,
  reviewNews,
} from './payment-letters.ts';
import { leftOut } from './promise-paper.ts';

const aboutMoney = limitMails(MAIL_LIMITS.paid);

export const paymentMails = {
  'mail.receipt': letterSender(async ({ db }, { orderId }, shop) => {
    const its = { approvedBy: await findPayer(db, orderId), left: await leftOut(db, orderId) };
    return toCustomer(db, orderId, shop, (order) => receipt(order, shop, its));
  }, aboutMoney),

  'mail.payer-receipt': letterSender(async ({ db }, { intentId }, shop) => {
    const [its] = await db.select({ id: payment.orderId }).from(payment).where(eq(payment.intentId, intentId));
    const left = its ? await leftOut(db, its.id) : [];
    return toPayer(db, intentId, (order) => payerReceipt(order, shop, left));
  }, aboutMoney),

  'mail.order-resumed': letterSender(async ({ db }, { orderId, byHand }, shop) => {
    const payer = await findPayer(db, orderId);
    return toCustomer(db, orderId, shop, (order) => orderResumed(order, shop, byHand, payer));
  }, aboutMoney),
  'mail.order-closed': letterSender(async ({ db }, { orderId }, shop) => {
    const payer = await findPayer(db, orderId);
    return toCustomer(db, orderId, shop, (order) => orderClosed(order, shop, payer));
  }, aboutMoney),

  'mail.order-news': letterSender(async ({ db }, { orderId, personId, news, why, lost }, shop) => {
    const to = await adminWhoWants(db, personId, news);
    const order = to && mailedOrder(await rowsOfPurchase(db, orderId));
    if (!to || !order) return undefined;
    if (why === 'won' || why === 'lost') return { to, letter: disputeEnded(why, order, shop, lost) };
    if (why) return { to, letter: reviewNews(why as ReviewReason, order, shop, lost) };
    const failed = news === 'refundRefused' ? await notReturned(db, orderId) : undefined;
    const letter = failed ? refundNews(order, failed.amount, failed.pieces, shop) : orderNews(news, order, shop);
    return { to, letter };
  }),

  'mail.refunded': letterSender(async ({ db }, message, shop) => {
    const write = await refundLetter(db, message, shop, 'customer');
    return write && toCustomer(db, message.orderId, shop, write);
  }, aboutMoney),
  'mail.payer-refund': letterSender(async ({ db }, message, shop) => {
    const write = await refundLetter(db, message, shop, 'payer');
    return write && toPayer(db, message.intentId, (order) => payerRefund(order, write));
  }, aboutMoney),
} satisfies Partial<Senders>;

/** To whoever paid by a link; undefined where the customer paid. */
async function toPayer(db: Db, intentId: string, write: Write): Promise<Addressed | undefined> {
  const [by] = await db.select().from(payment).where(eq(payment.intentId, intentId));
  const order = by?.payerEmail ? mailedOrder(await rowsOfPurchase(db, by.orderId)) : undefined;
  return order && { to: by?.payerEmail as Email, letter: write(order) };
}

/** Of refunds that failed, what nothing has taken the place of; undefined when there is none. */
async function notReturned(db: Db, purchaseId: string) {
  const failed = (await listRefunds(db, purchaseId)).filter(({ state }) => state === 'failed');
  const pieces = new Map<string, number>();
  for (const { order, pieces: more } of failed.flatMap(({ lines }) => lines))
    pieces.set(order, (pieces.get(order) ?? 0) + more);
  const cents = failed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return failed.length > 0 ? { amount: centsToDollars(toCents(cents)), pieces } : undefined;
}

type Write = (order: MailedOrder) => Letter;

/** How a refund is told; undefined when there is none. */
async function refundLetter(
  db: Db,
  { intentId, refundId }: Messages['mail.refunded'],
  shop: Letterhead,
  to: 'customer' | 'payer',
): Promise<Write | undefined> {
  const [paid] = await db.select().from(payment).where(eq(payment.intentId, intentId));
  const [its] = await db.select().from(refund).where(eq(refund.id, refundId));
  if (!its) return undefined;
  // Of one that took the place of another, the pieces are those of the first.
  const lines = (await listRefunds(db, its.purchaseId)).find(({ id }) => id === refundId)?.lines ?? [];
  const amount = toCents(its.amountCents);
  const pieces = new Map<string, number>(lines.map((line) => [line.order, line.pieces]));
  const part = lines.length > 0 || amount < (paid?.amountCents ?? 0);
  const { purchaseId, attempt, reason, no } = its;
  const of = and(eq(refund.purchaseId, purchaseId), eq(refund.attempt, attempt), ne(refund.state, 'failed'));
  const last = (await db.$count(refund, and(of, gt(refund.no, no)))) === 0;
  const money = { amount, intentId, payer: to === 'customer' ? (paid?.payerName ?? undefined) : undefined };
  return (order) => (part ? partRefunded(order, money, pieces, { reason, last }, shop) : refunded(order, money, shop));
}
