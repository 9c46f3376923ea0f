import { type Cents, dollarsToCents, subtractCents, toCents } from '#model/kernel/money.ts';
import type { Ladder, PriceStep } from './ladder.ts';

/** What a tool costs in which quantities, as `Tool` has it. */
export type Prices = Pick<Ladder, 'price' | 'steps'>;

export interface LadderCost {
  /** Whole dollars for one piece. */
  readonly each: number;
  /** Quantity x price each. */
  readonly total: Cents;
  /** Taken off where a larger order would cost less as a whole. */
  readonly guard: Cents;
  /** That larger order; undefined where the guard is 0. */
  readonly guardedBy: PriceStep | undefined;
  /** What is asked for all: the total without the guard. */
  readonly asked: Cents;
}

/** Whole dollars for one piece of so many. The database says the same in `unit_price`. */
export const eachOf = ({ price, steps }: Prices, quantity: number): number =>
  steps.findLast(({ from }) => from <= quantity)?.price ?? price;

/** What so many pieces cost before any offer. The database says the same in `unit_price` and `price_guard`. */
export function ladderCost(prices: Prices, quantity: number): LadderCost {
  const each = eachOf(prices, quantity);
  const total = costOf({ from: quantity, price: each });
  const larger = prices.steps.filter(({ from }) => from > quantity);
  const cheapest = larger.toSorted((one, other) => costOf(one) - costOf(other))[0];
  const guardedBy = cheapest && costOf(cheapest) < total ? cheapest : undefined;
  const asked = guardedBy ? costOf(guardedBy) : total;
  return { each, total, guard: subtractCents(total, asked), guardedBy, asked };
}

export const costOf = ({ from, price }: PriceStep): Cents => toCents(dollarsToCents(price) * from);
