import { type SQL, sql } from 'drizzle-orm';
import { HOLD_MINUTES, UNCONFIRMED_HOLD, type UnpaidLimits } from '#model/orders/order-life.ts';
import { isTrusted } from './unpaid-limits.ts';

/** How long stock is held, in minutes. */
export const holdMinutes = (trusted: SQL): SQL =>
  sql`(case when ${trusted} then ${HOLD_MINUTES}::int else ${UNCONFIRMED_HOLD.minutes}::int end)`;

const LEFT = sql`hold_renewals < ${UNCONFIRMED_HOLD.renewals}::int`;
const TRUSTED = isTrusted(sql`orders.person_id`);

/** Whether the stock of a row of `orders` is not held again once its time is over. */
export const holdIsLast = ({ unconfirmed }: UnpaidLimits): SQL<boolean> =>
  unconfirmed ? sql`(state = 'unpaid' and not (${LEFT} or ${TRUSTED}))` : sql`false`;

/**
 * What a visit to its payment page does to the hold of an order, as parts of an UPDATE of its row. Customers whom the
 * shop knows get the whole time anew. The others get it a few times, each when half of it is over: looking at the page
 * again uses nothing up, and what is held still can be paid.
 */
export function renewHold({ unconfirmed }: UnpaidLimits, now: Date): { set: SQL; may: SQL } {
  const at = sql`${now.toISOString()}::timestamptz`;
  const whole = sql`hold_until = ${at} + make_interval(mins => ${HOLD_MINUTES}::int)`;
  if (!unconfirmed) return { set: sql`${whole}, hold_renewals = hold_renewals + 1`, may: sql`true` };
  // Its stock was taken a moment ago when it has no end yet.
  const due = sql`coalesce(hold_until <= ${at} + make_interval(mins => ${UNCONFIRMED_HOLD.minutes / 2}::int), true)`;
  const renews = sql`(${TRUSTED} or (${LEFT} and ${due}))`;
  return {
    set: sql`
      hold_until = case when ${renews} then ${at} + make_interval(mins => ${holdMinutes(TRUSTED)}) else hold_until end,
      hold_renewals = hold_renewals + case when ${renews} then 1 else 0 end`,
    may: sql`(hold_until > ${at} or ${LEFT} or ${TRUSTED})`,
  };
}
