import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { takeOne } from './allowance.ts';

/** Recorded per person, so that repeated requests cannot fill the audit. */
export const REFUSALS_AN_HOUR = 100;

/** Does not look up whether the thing exists: both cases must take the same time. */
export async function noteRefusal(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  { call, code, target = call }: { call: string; code: string; target?: string | undefined },
): Promise<void> {
  const retryAfter = await takeOne(db, `refusals of ${personId}`, REFUSALS_AN_HOUR, clock());
  if (retryAfter > 0) return;
  await record(db, { action: 'access.refused', actor: personId, target, meta: { call, code } });
}
