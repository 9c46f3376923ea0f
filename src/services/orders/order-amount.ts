import { sql } from 'drizzle-orm';
import { type Cents, toCents } from '#model/kernel/money.ts';
import type { orders } from '#tables/orders.ts';

type Priced = Pick<typeof orders.$inferSelect, 'totalCents' | 'guardCents' | 'discountCents'>;

/** What is to be paid for an order. */
export const amountOf = ({ totalCents, guardCents, discountCents }: Priced): Cents =>
  toCents(totalCents - guardCents - discountCents);

/** The same of a row of `orders`. */
export const AMOUNT_CENTS = sql`total_cents - guard_cents - discount_cents`;
