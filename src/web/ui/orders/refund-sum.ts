import type { Order, Purchase } from '#model/orders/order.ts';
import { refundShare } from '#model/purchases/refund.ts';
import { keptAmount } from './purchase-amounts.tsx';

/** In dollars: what goes back for so many pieces, at most what is left of the payment. */
export const refundSum = (purchase: Purchase, pieces: readonly { order: string; pieces: number }[]): number =>
  Math.min(shareOf(purchase.lines, pieces), keptAmount(purchase));

/** Of all that waits of a line. */
export const waitingSum = (purchase: Purchase, { _id, waiting }: Order): number =>
  refundSum(purchase, [{ order: _id, pieces: waiting?.pieces ?? 0 }]);

/** In dollars: the amount and the first-order offer of a purchase without some of its lines, before the payment. */
export function leftAfter(
  purchase: Pick<Purchase, 'amount' | 'discount'>,
  dropped: readonly Pick<Order, 'amount' | 'discount'>[],
): { amount: number; discount: number } {
  const left = (of: 'amount' | 'discount') =>
    dropped.reduce((rest, line) => rest - cents(line[of]), cents(purchase[of])) / 100;
  return { amount: left('amount'), discount: left('discount') };
}

const cents = (dollars = 0): number => Math.round(dollars * 100);

function shareOf(lines: readonly Order[], pieces: readonly { order: string; pieces: number }[]): number {
  const sum = pieces.reduce((all, it) => {
    const line = lines.find(({ _id }) => _id === it.order);
    if (!line) return all;
    const { quantity, total, guard, discount, given_up: givenUp = 0 } = line;
    const bought = { totalCents: cents(total), guardCents: cents(guard), discountCents: cents(discount) };
    return all + refundShare({ quantity, givenUp, ...bought }, it.pieces).amount;
  }, 0);
  return sum / 100;
}
