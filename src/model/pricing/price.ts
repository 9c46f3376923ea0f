import type { Ladder, PriceStep } from '#model/catalogue/ladder.ts';
import { type Cents, dollarsToCents, percentOf, subtractCents, toCents } from '#model/kernel/money.ts';

export interface OrderPrice {
  /** Whole dollars for one piece. */
  readonly each: number;
  /** Quantity x price each. */
  readonly total: Cents;
  /** Taken off where a larger order would cost less as a whole. */
  readonly guard: Cents;
  /** That larger order; undefined where the guard is 0. */
  readonly guardedBy: PriceStep | undefined;
  readonly discount: Cents;
  readonly amount: Cents;
}

/** What a tool costs in which quantities, as `Tool` has it. */
type Prices = Pick<Ladder, 'price' | 'steps'>;

/** Whole dollars for one piece of so many. The database says the same in `unit_price`. */
export const priceEach = ({ price, steps }: Prices, quantity: number): number =>
  steps.findLast(({ from }) => from <= quantity)?.price ?? price;

/** `offerPercent` is 0 without the offer. The database says the same in `unit_price` and `price_guard`. */
export function orderPrice(prices: Prices, quantity: number, offerPercent: number): OrderPrice {
  const each = priceEach(prices, quantity);
  const total = costOf({ from: quantity, price: each });
  const larger = prices.steps.filter(({ from }) => from > quantity);
  const cheapest = larger.toSorted((one, other) => costOf(one) - costOf(other))[0];
  const guardedBy = cheapest && costOf(cheapest) < total ? cheapest : undefined;
  const goods = guardedBy ? costOf(guardedBy) : total;
  const discount = percentOf(goods, offerPercent);
  const amount = subtractCents(goods, discount);
  return { each, total, guard: subtractCents(total, goods), guardedBy, discount, amount };
}

/** Exact, because totals and guards are whole dollars. */
export const discountPercent = ({
  total,
  guard = 0,
  discount,
}: {
  total: number;
  guard?: number | undefined;
  discount: number;
}): number => Math.round((discount / (total - guard)) * 100);

/** The next lower price: how many more pieces it takes, what they all cost then, and what each costs less. */
export function nextStep(
  prices: Prices,
  quantity: number,
): (PriceStep & { readonly pieces: number; readonly total: Cents; readonly saving: number }) | undefined {
  const step = prices.steps.find(({ from }) => from > quantity);
  return (
    step && {
      ...step,
      pieces: step.from - quantity,
      total: costOf(step),
      saving: priceEach(prices, quantity) - step.price,
    }
  );
}

const costOf = ({ from, price }: PriceStep): Cents => toCents(dollarsToCents(price) * from);
