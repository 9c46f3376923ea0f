import { type Cents, dollarsToCents, percentOf, subtractCents, toCents } from '#model/kernel/money.ts';
import { PROMISES } from '#model/kernel/promises.ts';

/** What an order costs. `total` is always quantity x price; the first-order offer is a line of its own. */
export interface OrderPrice {
  readonly total: Cents;
  readonly discount: Cents;
  readonly amount: Cents;
}

/** @param price whole dollars for one piece */
export function orderPrice(price: number, quantity: number, firstOrder: boolean): OrderPrice {
  const total = toCents(dollarsToCents(price) * quantity);
  const discount = firstOrder ? percentOf(total, PROMISES.firstOrderPercent) : toCents(0);
  return { total, discount, amount: subtractCents(total, discount) };
}
