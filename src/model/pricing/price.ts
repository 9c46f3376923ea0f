import type { PriceStep } from '#model/catalogue/ladder.ts';
import { costOf, eachOf, type LadderCost, ladderCost, type Prices } from '#model/catalogue/ladder-cost.ts';
import { type Cents, percentOf, subtractCents } from '#model/kernel/money.ts';

export interface OrderPrice extends LadderCost {
  readonly discount: Cents;
  readonly amount: Cents;
}

/** `offerPercent` is 0 without the offer. */
export function orderPrice(prices: Prices, quantity: number, offerPercent: number): OrderPrice {
  const cost = ladderCost(prices, quantity);
  const discount = percentOf(cost.asked, offerPercent);
  return { ...cost, discount, amount: subtractCents(cost.asked, discount) };
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

/**
 * The next lower price at which no larger order costs less: how many more pieces it takes, what they all cost then, and
 * what each costs less.
 */
export function nextStep(
  prices: Prices,
  quantity: number,
): (PriceStep & { readonly pieces: number; readonly total: Cents; readonly saving: number }) | undefined {
  const step = prices.steps.find(({ from }) => from > quantity && ladderCost(prices, from).guard === 0);
  return (
    step && {
      ...step,
      pieces: step.from - quantity,
      total: costOf(step),
      saving: eachOf(prices, quantity) - step.price,
    }
  );
}
