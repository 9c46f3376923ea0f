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

/**
 * Does the same for every address: the account is looked up when the mail is written. Beyond the limit of an address
 * nothing is sent; beyond that of a client it fails, which reveals no account.
 */
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
