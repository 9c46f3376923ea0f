import { MAX_QUANTITY, wholePacks } from '../catalogue/quantity.ts';
import type { Tool } from '../catalogue/tool.ts';
import { type Cents, toCents } from '../kernel/money.ts';
import { orderPrice } from '../pricing/price.ts';
import { refundShare } from '../purchases/refund.ts';
import { type Split, splitOf, withComing } from './order-list.ts';

/** How a quantity that lacks nothing but stock can be had all the same. */
export interface Shortfall {
  readonly quantity: number;
  readonly missing: number;
  /** What is missing waits for the next delivery. */
  readonly split: Split | undefined;
  /** What is here, where so few may be ordered. */
  readonly less: number | undefined;
}

/** Undefined where nothing is missing, and where more stock would not help. */
export function shortfallOf(tool: Tool, quantity: number | null, now: Date): Shortfall | undefined {
  const { available_quantity: available, min_quantity: least, pack } = tool;
  if (quantity === null || quantity <= available || quantity > MAX_QUANTITY) return undefined;
  if (quantity < least || quantity % pack !== 0) return undefined;
  const here = wholePacks(available, pack);
  return {
    ...{ quantity, missing: quantity - here },
    split: splitOf({ quantity }, withComing(tool, now)),
    less: here >= least ? here : undefined,
  };
}

/** What goes back for so many pieces of an order that is paid: their share of what was asked for all. */
export function moneyBack(tool: Tool, quantity: number, pieces: number, offerPercent: number): Cents {
  const { total, guard, discount } = orderPrice(tool, quantity, offerPercent);
  const line = { quantity, givenUp: 0, totalCents: total, guardCents: guard, discountCents: discount };
  return toCents(refundShare(line, pieces).amount);
}
