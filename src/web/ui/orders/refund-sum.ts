import type { Order, Purchase } from '#model/orders/order.ts';
import { refundShare } from '#model/purchases/refund.ts';
import { keptAmount } from './purchase-amounts.tsx';

/** In dollars: what goes back for so many pieces, at most what is left of the payment. */
export const refundSum = (purchase: Purchase, pieces: readonly { order: string; pieces: number }[]): number =>
  Math.min(shareOf(purchase.lines, pieces), keptAmount(purchase));

/** Of all that waits of a line. */
export const waitingSum = (purchase: Purchase, { _id, waiting }: Order): number =>
  refundSum(purchase, [{ order: _id, pieces: waiting?.pieces ?? 0 }]);

function shareOf(lines: readonly Order[], pieces: readonly { order: string; pieces: number }[]): number {
  const cents = (dollars = 0) => Math.round(dollars * 100);
  const sum = pieces.reduce((all, it) => {
    const line = lines.find(({ _id }) => _id === it.order);
    if (!line) return all;
    const { quantity, total, guard, discount, given_up: givenUp = 0 } = line;
    const bought = { totalCents: cents(total), guardCents: cents(guard), discountCents: cents(discount) };
    return all + refundShare({ quantity, givenUp, ...bought }, it.pieces).amount;
  }, 0);
  return sum / 100;
}
