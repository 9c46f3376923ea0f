import { closeInvoice, giveUp } from './pieces.ts';
import type { Shop } from './shop.ts';
import { decidedOf, type Line, liveLines, type Refund, receivableOf, type Work } from './state.ts';

export function refund(shop: Shop, i: number, of: Pick<Refund, 'attempt' | 'line' | 'amount'>, again: 0 | 1 = 0): void {
  const { refunds } = shop.purchase(i);
  shop.post('refund', i, refunds.push({ ...of, st: 'due', again }) - 1);
}

/** One piece, and its part of the money: back to its payer, or off the invoice. */
export function refundPiece(shop: Shop, i: number, n: number): void {
  const purchase = shop.purchase(i);
  giveUp(shop, purchase.lines[n] as Line);
  if (shop.onTerms) {
    if (receivableOf(purchase) > 0) shop.s.exposure -= 1;
    purchase.credited += 1;
    closeInvoice(shop, i);
  } else refund(shop, i, { attempt: purchase.paid - 1, line: n, amount: 1 });
}

export function refundAll(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const attempt = purchase.paid - 1;
  const { amount } = shop.attempt(i, attempt);
  const left = shop.weak('whole refund beside a part') ? amount : amount - decidedOf(purchase, attempt);
  for (const line of liveLines(purchase)) while (line.givenUp < line.quantity) giveUp(shop, line);
  shop.move(i, 'refund_due');
  refund(shop, i, { attempt, line: -1, amount: left });
}

/** A bank sends money back that had been refunded: a row of its own tries again. */
export function failRefund(shop: Shop, i: number, n: number): void {
  const failed = shop.purchase(i).refunds[n] as Refund;
  shop.payment(i, failed.attempt).back -= failed.amount;
  failed.again = 1;
  if (shop.weak('failed refund counts as done')) return;
  shop.moveRefund(failed, 'failed');
  const { attempt, line, amount } = failed;
  refund(shop, i, { attempt, line, amount }, 1);
}

/** Marked as sent, then sent, again if the answer was lost: the provider knows the key. A review stops what is due. */
export function workRefund(shop: Shop, n: number): boolean {
  const { jobs } = shop.s;
  const { i, a } = jobs[n] as Work;
  const { st, refunds } = shop.purchase(i);
  const it = refunds[a] as Refund;
  const payment = shop.payment(i, it.attempt);
  const key = shop.weak('a new key for each try of a refund') ? `${a}:${payment.keys.length}` : `${a}`;
  if (it.st === 'due') {
    if (st === 'review') return false;
    shop.moveRefund(it, 'sent');
    if (shop.weak('refund forgotten after a crash')) jobs.splice(n, 1);
  } else if (!payment.keys.includes(key)) {
    payment.keys.push(key);
    payment.back += it.amount;
  } else {
    jobs.splice(n, 1);
    shop.moveRefund(it, 'succeeded');
    const more = refunds.some((other) => other.st === 'due' || other.st === 'sent');
    if (st === 'refund_due' && !more) shop.move(i, 'refunded');
  }
  return true;
}
