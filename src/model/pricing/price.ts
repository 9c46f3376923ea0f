import { type Cents, dollarsToCents, percentOf, subtractCents, toCents } from '#model/kernel/money.ts';

/** What an order costs. `total` is always quantity x price; the first-order offer is a line of its own. */
export interface OrderPrice {
  readonly total: Cents;
  readonly discount: Cents;
  readonly amount: Cents;
}

/**
 * @param price whole dollars for one piece
 * @param offerPercent what the first-order offer takes off; 0 without it
 */
export function orderPrice(price: number, quantity: number, offerPercent: number): OrderPrice {
  const total = toCents(dollarsToCents(price) * quantity);
  const discount = percentOf(total, offerPercent);
  return { total, discount, amount: subtractCents(total, discount) };
}

/** How many percent the offer took off an order. Totals are whole dollars, so this is the number it was placed with. */
export const discountPercent = ({ total, discount }: { total: number; discount: number }): number =>
  Math.round((discount / total) * 100);
