import { giveUp, giveUpAll, type Place } from './pieces.ts';
import type { Shop } from './shop.ts';
import { decidedOf, type Flag, isGivenUp, isOpen, type Line, partOf, type Refund, type Work } from './state.ts';
import { credit } from './terms.ts';

export function refund(shop: Shop, i: number, of: Pick<Refund, 'attempt' | 'line' | 'amount'>, again: Flag = 0): void {
  const { refunds } = shop.purchase(i);
  shop.post('refund', i, refunds.push({ ...of, st: 'due', again }) - 1);
}

/** One piece, and its part of the money: back to its payer, or off the invoice. */
export function refundPiece(shop: Shop, i: number, n: number, at: Place | 'nowhere'): void {
  const purchase = shop.purchase(i);
  const line = purchase.lines[n] as Line;
  const before = shop.weak('each part rounded alone') ? 0 : line.givenUp;
  const price = shop.weak('refunded at the price of a piece') ? shop.world.line?.price : undefined;
  const share = price ?? partOf(line, before + 1) - partOf(line, before);
  const amount = shop.onTerms || price ? share : Math.min(share, leftFor(shop, i));
  if (at === 'nowhere') line.givenUp += 1;
  else giveUp(shop, line, at);
  if (shop.onTerms) credit(shop, i, amount);
  else refund(shop, i, { attempt: purchase.paid - 1, line: n, amount });
  if (isGivenUp(purchase)) endGivenUp(shop, i);
  else endEmptied(shop, i);
}

/** No more goes back than is left of the payment, some of which may have gone back at the provider, for no pieces. */
function leftFor(shop: Shop, i: number): number {
  const purchase = shop.purchase(i);
  const { amount } = shop.attempt(i, purchase.paid - 1);
  if (shop.weak('a part given back elsewhere is given back again')) return amount;
  return amount - decidedOf(purchase, purchase.paid - 1);
}

/** A paid purchase whose money is all back ends, with whatever is left of it. */
function endEmptied(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  if (purchase.st !== 'paid' || !purchase.refunds.some(({ line }) => line === -2) || leftFor(shop, i) > 0) return;
  giveUpAll(shop, i);
  endGivenUp(shop, i);
}

/** The last piece given up ends a purchase, at once if no money is on its way back. */
export function endGivenUp(shop: Shop, i: number): void {
  shop.move(i, 'refund_due');
  if (!shop.purchase(i).refunds.some(isOpen)) shop.move(i, 'refunded');
}

export function refundAll(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const attempt = purchase.paid - 1;
  const { amount } = shop.attempt(i, attempt);
  const left = shop.weak('whole refund beside a part') ? amount : amount - decidedOf(purchase, attempt);
  giveUpAll(shop, i);
  if (left > 0) refund(shop, i, { attempt, line: -1, amount: left });
  endGivenUp(shop, i);
}

/** A bank sends money back that had been refunded: a row of its own tries again, unless all was over. */
export function failRefund(shop: Shop, i: number, n: number): void {
  const { st, refunds } = shop.purchase(i);
  const failed = refunds[n] as Refund;
  const { attempt, line, amount } = failed;
  shop.payment(i, attempt).back -= amount;
  failed.again = 1;
  if (shop.weak('failed refund counts as done')) return;
  shop.moveRefund(failed, 'failed');
  if (st === 'refunded') shop.move(i, 'review');
  else refund(shop, i, { attempt, line, amount }, 1);
}

/** It is not sent any more. */
export function dropRefund(shop: Shop, i: number, n: number): void {
  const { s } = shop;
  shop.moveRefund(shop.purchase(i).refunds[n] as Refund, 'failed');
  s.jobs = s.jobs.filter((job) => job.k !== 'refund' || job.i !== i || job.a !== n);
}

/** A provider does not take it: people decide what becomes of it. */
export function refuseRefund(shop: Shop, n: number): boolean {
  const { i, a } = shop.s.jobs[n] as Work;
  const { refunds } = shop.purchase(i);
  const refused = refunds[a] as Refund;
  const taken = shop.payment(i, refused.attempt).keys.includes(`${a}`);
  const most = shop.can('look first') ? 2 : 1;
  if (refused.st !== 'sent' || taken || refunds.filter((it) => it.again).length >= most) return false;
  refused.again = 1;
  dropRefund(shop, i, a);
  shop.move(i, 'review');
  return true;
}

const keyOf = (shop: Shop, no: number, { line, amount }: Refund, known: number): string => {
  if (shop.weak('a new key for each try of a refund')) return `${no}:${known}`;
  return shop.weak('the key of a refund is its line and amount') ? `${line}:${amount}` : `${no}`;
};

/**
 * What was not sent, or `refused`, gives way: only what is left is given back in its place.
 * Returns false when it changes nothing, as while other money is under way.
 */
export function hearOfPart(shop: Shop, i: number, a: number, refused?: number): boolean {
  const purchase = shop.purchase(i);
  const [payment, { amount }] = [shop.payment(i, a), shop.attempt(i, a)];
  const less: Refund[] = [];
  for (const [n, it] of purchase.refunds.entries()) {
    if (decidedOf(purchase, a) < amount || (it.st !== 'due' && n !== refused)) continue;
    if (shop.weak('a part given back elsewhere leaves what is due')) continue;
    dropRefund(shop, i, n);
    less.push(it);
  }
  if (decidedOf(purchase, a) === amount && !shop.weak('a part given back elsewhere leaves what is due')) return false;
  const alike = purchase.refunds.some((it) => it.st === 'by_hand' && it.amount === 1);
  payment.part = 2;
  payment.back += 1;
  if (alike && shop.weak('what was given back elsewhere is known by its amount')) return true;
  purchase.refunds.push({ attempt: a, line: -2, amount: 1, st: 'by_hand', again: 0 });
  for (const { line, amount: was } of less) {
    const left = Math.min(was, amount - decidedOf(purchase, a));
    if (left > 0) refund(shop, i, { attempt: a, line, amount: left });
  }
  if (purchase.st === 'refund_due' && !purchase.refunds.some(isOpen)) shop.move(i, 'refunded');
  endEmptied(shop, i);
  return true;
}

/** Marked as sent, then sent, again if the answer was lost: the provider knows the key. A review stops what is due. */
export function workRefund(shop: Shop, n: number): boolean {
  const { jobs } = shop.s;
  const { i, a } = jobs[n] as Work;
  const { st, refunds } = shop.purchase(i);
  const it = refunds[a] as Refund;
  const payment = shop.payment(i, it.attempt);
  const key = keyOf(shop, a, it, payment.keys.length);
  if (it.st === 'due') {
    if (st === 'review') return false;
    shop.moveRefund(it, 'sent');
    if (shop.weak('refund forgotten after a crash')) jobs.splice(n, 1);
  } else if (!payment.keys.includes(key)) {
    const room = shop.attempt(i, it.attempt).amount - payment.back - Number(payment.part === 1);
    // The provider refuses it, so the shop looks what went back there.
    if (payment.part === 1 && it.amount > room) return hearOfPart(shop, i, it.attempt, a);
    payment.keys.push(key);
    payment.back += it.amount;
  } else {
    jobs.splice(n, 1);
    shop.moveRefund(it, 'succeeded');
    if (st === 'refund_due' && !refunds.some(isOpen)) shop.move(i, 'refunded');
  }
  return true;
}
