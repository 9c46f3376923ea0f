import { type Cents, dollarsToCents, percentOf, subtractCents, toCents } from '#model/kernel/money.ts';

export interface OrderPrice {
  readonly total: Cents;
  readonly discount: Cents;
  readonly amount: Cents;
}

/** `price` is in whole dollars a piece; `offerPercent` is 0 without the offer. */
export function orderPrice(price: number, quantity: number, offerPercent: number): OrderPrice {
  const total = toCents(dollarsToCents(price) * quantity);
  const discount = percentOf(total, offerPercent);
  return { total, discount, amount: subtractCents(total, discount) };
}

export const discountPercent = ({ total, discount }: { total: number; discount: number }): number =>
  Math.round((discount / total) * 100);
