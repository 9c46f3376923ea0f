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

/** What counts the reset mails to an address. */
export const resetsOf = (email: string): string => `reset of ${email}`;

/**
 * Leaves a message that somebody wants to reset a password. Whether there is such an account is looked up when the
 * mail is written, so this does the same for every address. More than the hourly number for one address is dropped
 * without a word, as a link of the mails before lasts as long as that hour; more from one client is said, which tells about no account.
 * @param client the network address that asks
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
