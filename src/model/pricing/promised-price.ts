import type { Ladder } from '#model/catalogue/ladder.ts';
import { dollarsToCents, subtractCents, toCents } from '#model/kernel/money.ts';
import { type OrderPrice, orderPrice } from './price.ts';

/** What was promised of a line: whole dollars for one piece, and the cents that its guard took off. */
export interface PromisedLine {
  readonly quantity: number;
  readonly each: number;
  readonly guard: number;
}

/**
 * What so many of the promised pieces cost now: as promised, and never more than all of them; less where they cost less
 * today. The statement that places a promise says the same in SQL.
 */
export function promisedPrice(
  { quantity, each, guard }: PromisedLine,
  today: Pick<Ladder, 'price' | 'steps'> | undefined,
  wanted: number,
): Pick<OrderPrice, 'each' | 'total' | 'guard'> {
  const total = toCents(dollarsToCents(each) * wanted);
  const most = toCents(Math.min(total, dollarsToCents(each) * quantity - guard));
  const now = today && orderPrice(today, wanted, 0);
  return now && now.amount < most
    ? { each: now.each, total: now.total, guard: now.guard }
    : { each, total, guard: subtractCents(total, most) };
}
