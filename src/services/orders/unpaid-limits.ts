import { type SQL, sql } from 'drizzle-orm';
import { HOLD_MINUTES, UNCONFIRMED_HOLD, type UnpaidLimits } from '#model/orders/order-life.ts';

/** Of a row of `purchase`. */
export const UNPAID = sql`state in ('unpaid', 'changing', 'expiring', 'cancelling')`;

/** A confirmed e-mail or a paid order. Demo accounts count as confirmed. */
export const isTrusted = (person: SQL): SQL => sql`
  (exists (select from person as who where who.id = ${person} and (who.demo or who.email_proof is not null))
   or exists (select from purchase as known where known.person_id = ${person} and known.state = 'paid'))`;

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
