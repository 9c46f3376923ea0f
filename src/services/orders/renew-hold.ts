import { type SQL, sql } from 'drizzle-orm';
import { HOLD_MINUTES, UNCONFIRMED_HOLD, type UnpaidLimits } from '#model/orders/order-life.ts';
import { isTrusted } from './unpaid-limits.ts';

export const holdMinutes = (trusted: SQL): SQL =>
  sql`(case when ${trusted} then ${HOLD_MINUTES}::int else ${UNCONFIRMED_HOLD.minutes}::int end)`;

const LEFT = sql`purchase.hold_renewals < ${UNCONFIRMED_HOLD.renewals}::int`;
const TRUSTED = isTrusted(sql`purchase.person_id`);

export const holdIsLast = ({ unconfirmed }: UnpaidLimits): SQL<boolean> =>
  unconfirmed ? sql`(purchase.state = 'unpaid' and not (${LEFT} or ${TRUSTED}))` : sql`false`;

/** Trusted customers get the full time again; others a few times, when half is over: reloading uses nothing up. */
export function renewHold({ unconfirmed }: UnpaidLimits, now: Date): { set: SQL; may: SQL } {
  const at = sql`${now.toISOString()}::timestamptz`;
  const whole = sql`hold_until = ${at} + make_interval(mins => ${HOLD_MINUTES}::int)`;
  if (!unconfirmed) return { set: sql`${whole}, hold_renewals = hold_renewals + 1`, may: sql`true` };
  // Without an end, the stock was taken a moment ago.
  const due = sql`coalesce(hold_until <= ${at} + make_interval(mins => ${UNCONFIRMED_HOLD.minutes / 2}::int), true)`;
  const renews = sql`(${TRUSTED} or (${LEFT} and ${due}))`;
  return {
    set: sql`
      hold_until = case when ${renews} then ${at} + make_interval(mins => ${holdMinutes(TRUSTED)}) else hold_until end,
      hold_renewals = hold_renewals + case when ${renews} then 1 else 0 end`,
    may: sql`(hold_until > ${at} or ${LEFT} or ${TRUSTED})`,
  };
}
