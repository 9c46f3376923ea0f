import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { takeOne } from './allowance.ts';

/** Of one person's refusals so many are written down in an hour: nobody fills the audit by asking again and again. */
export const REFUSALS_AN_HOUR = 100;

/**
 * Writes down that somebody who is signed in asked for what is not theirs. Whether an order that was asked for belongs
 * to somebody else or never was, is not looked up: both must take the same time.
 * @param target the id of the thing; without one the call
 */
export async function noteRefusal(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  { call, code, target = call }: { call: string; code: string; target?: string | undefined },
): Promise<void> {
  const retryAfter = await takeOne(db, `refusals of ${personId}`, REFUSALS_AN_HOUR, clock());
  if (retryAfter > 0) return;
  await record(db, { action: 'access.refused', actor: personId, target, meta: { call, code } });
}
