import { giveUpAll } from './pieces.ts';
import { dropRefund, endGivenUp, refund, refundAll } from './refunds.ts';
import { isLive, type Shop } from './shop.ts';
import { decidedOf, isGivenUp, owedOf, type Purchase, type Refund, receivableOf } from './state.ts';
import { credit } from './terms.ts';

export type Decision = 'keep' | 'again' | 'refund' | 'close';

/** `again`: a part that was refused is sent once more. `close`: the money went back by another way. */
export function openDecisions(shop: Shop, purchase: Purchase): Decision[] {
  const { st, paid, attempts, payments, invoiced, refunds, page } = purchase;
  if (st !== 'review' || (shop.can('look first') && page === 0)) return [];
  const found: Decision[] = payments[paid - 1]?.fits || invoiced > 0 ? ['keep'] : [];
  if (!shop.can('decide')) return found;
  if (found.length > 0 && failedPart(shop, purchase)) found.push('again');
  if (paid > 0) found.push('refund');
  // Until what is under way has arrived nobody knows how much is left.
  const sent = refunds.some((it) => it.st === 'sent') && !shop.weak('closed while a refund is under way');
  const pending = attempts.some(isLive) && !shop.weak('closed before the bank has answered');
  if (!sent && !pending) found.push('close');
  return found;
}

/** How many have failed, from 1 for none: a number of the review, which is decided about as it was seen. */
export const seenOf = ({ refunds }: Purchase): number => 1 + refunds.filter(({ st }) => st === 'failed').length;

export function decide(shop: Shop, i: number, decision: Decision): void {
  const purchase = shop.purchase(i);
  const old = purchase.page > 0 && purchase.page < seenOf(purchase);
  purchase.page = 0;
  if (old && !shop.weak('a refund that fails in a review begins no other')) return;
  if (old && decision === 'keep') shop.s.wrong = 'given by hand, and nobody had seen it';
  if (decision === 'keep') keep(shop, i);
  else if (decision === 'again') sendAgain(shop, i);
  else if (decision === 'refund') refundAll(shop, i);
  else close(shop, i);
}

/** What was refused, or came back from a bank, has been given by hand. */
function keep(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const failed = purchase.refunds.find((it) => it.st === 'failed');
  if (failed) giveByHand(shop, i, failed.line, openPart(purchase));
  goOn(shop, i);
}

const openPart = (purchase: Purchase): number => owedOf(purchase) - decidedOf(purchase, purchase.paid - 1);

function failedPart(shop: Shop, purchase: Purchase): Refund | undefined {
  const open = openPart(purchase) > 0 || shop.weak('what was given by hand is sent again');
  return open && !isGivenUp(purchase) ? purchase.refunds.find((it) => it.st === 'failed' && it.line >= 0) : undefined;
}

function sendAgain(shop: Shop, i: number): void {
  const failed = failedPart(shop, shop.purchase(i));
  if (failed) refund(shop, i, { attempt: failed.attempt, line: failed.line, amount: failed.amount }, 1);
  goOn(shop, i);
}

function goOn(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  if (isGivenUp(purchase)) endGivenUp(shop, i);
  else shop.move(i, receivableOf(purchase) > 0 ? 'invoiced' : 'paid');
}

function close(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const { paid, refunds } = purchase;
  for (const [n, it] of refunds.entries()) if (it.st === 'due') dropRefund(shop, i, n);
  if (paid > 0) {
    const sent = refunds.reduce((sum, it) => sum + (it.st === 'sent' ? it.amount : 0), 0);
    giveByHand(shop, i, -1, shop.attempt(i, paid - 1).amount - decidedOf(purchase, paid - 1) + sent);
  }
  credit(shop, i, receivableOf(purchase));
  giveUpAll(shop, i);
  shop.move(i, 'refunded');
}

/** The bank has taken what is left of the payment. What is due and not sent gives way. */
export function loseDispute(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const { st, paid, refunds } = purchase;
  for (const [n, it] of refunds.entries()) if (it.st === 'due') dropRefund(shop, i, n);
  const payment = shop.payment(i, paid - 1);
  const left = shop.attempt(i, paid - 1).amount - decidedOf(purchase, paid - 1) - Number(payment.part === 1);
  const alike = refunds.some((it) => it.st === 'by_hand' && it.amount === left);
  const known = alike && shop.weak('a lost dispute is known by its amount');
  if (known || shop.weak('a lost dispute counts as nothing')) payment.back += left;
  else giveByHand(shop, i, -2, left);
  if (st !== 'review') shop.move(i, 'review');
}

function giveByHand(shop: Shop, i: number, line: number, amount: number): void {
  if (amount <= 0) return;
  const { paid, refunds } = shop.purchase(i);
  refunds.push({ attempt: paid - 1, line, amount, st: 'by_hand', again: 1 });
  shop.payment(i, paid - 1).back += amount;
}
