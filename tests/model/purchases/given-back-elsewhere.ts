import { endClosing } from './paying.ts';
import { giveUpAll } from './pieces.ts';
import { dropRefund, endGivenUp } from './refunds.ts';
import { isLive, type Shop } from './shop.ts';
import { isOpen, type Refund, type Work } from './state.ts';

/** By an event, or because the provider refuses the shop's own refund, which gives way. */
export function hearOfIt(shop: Shop, i: number, a: number): void {
  const purchase = shop.purchase(i);
  const { st, refunds, paid } = purchase;
  const attempt = shop.attempt(i, a);
  const payment = shop.payment(i, a);
  for (const [n, it] of refunds.entries()) if (it.attempt === a && isOpen(it)) dropRefund(shop, i, n);
  payment.elsewhere = 0;
  payment.back = attempt.amount;
  refunds.push({ attempt: a, line: -1, amount: attempt.amount, st: 'by_hand', again: 0 });
  if (isLive(attempt)) shop.moveAttempt(attempt, 'cancelled');
  if (st === 'paid' && paid === a + 1) {
    giveUpAll(shop, i);
    endGivenUp(shop, i);
  } else if (st === 'refund_due') {
    if (!refunds.some(isOpen)) shop.move(i, 'refunded');
  } else if (!shop.weak('what was given back elsewhere ends no closing')) endClosing(shop, i);
}

/** The provider has nothing left that it could give back. */
export function hearByRefusal(shop: Shop, n: number): boolean {
  const { i, a } = shop.s.jobs[n] as Work;
  const { attempt, st } = shop.purchase(i).refunds[a] as Refund;
  if (st !== 'sent' || !shop.payment(i, attempt).elsewhere) return false;
  hearOfIt(shop, i, attempt);
  return true;
}
