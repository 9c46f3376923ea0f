import { randomUUID } from 'node:crypto';
import { RESETS_AN_HOUR } from '#model/identity/reset.ts';
import type { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { takeOne } from './allowance.ts';

export type ResetRequestFailure =
  | { readonly code: 'mail_unavailable' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };

export const resetsOf = (email: string): string => `reset of ${email}`;

/** The mail looks up the account, so that every address gets the same answer. Beyond its limit no mail is sent. */
export async function requestReset(
  { db, clock, mailer, wake }: Pick<Context, 'db' | 'clock' | 'mailer' | 'wake'>,
  { email, client }: { email: Email; client: string },
): Promise<Outcome<undefined, ResetRequestFailure>> {
  if (!mailer) return failure({ code: 'mail_unavailable' });
  const now = clock();
  const retryAfter = await takeOne(db, `reset from ${client}`, RESETS_AN_HOUR.client, now);
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  await db.transaction(async (tx) => {
    const full = (await takeOne(tx, resetsOf(email), RESETS_AN_HOUR.account, now)) > 0;
    if (!full) await post(tx, 'mail.password-reset', `mail.password-reset:${randomUUID()}`, { email });
  });
  wake();
  return success(undefined);
}
