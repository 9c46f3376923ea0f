import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { CONFIRMATIONS_PER_HOUR } from '#model/identity/confirmation.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { transact } from '../kernel/transact.ts';
import { takeOne } from './allowance.ts';
import type { Caller } from './sessions.ts';

export type ConfirmationFailure =
  | { readonly code: 'mail_unavailable' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };

type Requested = Outcome<{ confirmation: 'mailed' | 'confirmed' }, ConfirmationFailure>;

export async function requestConfirmation(
  { db, clock, mailer, wake }: Pick<Context, 'db' | 'clock' | 'mailer' | 'wake'>,
  { id, email }: Pick<Caller, 'id' | 'email'>,
): Promise<Requested> {
  const requested = await transact<Requested>(db, async (tx) => {
    const open = and(eq(person.id, id), isNull(person.emailProof));
    const [waiting] = await tx.select({ id: person.id }).from(person).where(open);
    if (!waiting) return success({ confirmation: 'confirmed' });
    if (!mailer) return failure({ code: 'mail_unavailable' });
    const retryAfter = await takeOne(tx, `confirmation of ${email}`, CONFIRMATIONS_PER_HOUR, clock());
    if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
    await post(tx, 'mail.account-confirm', `mail.account-confirm:${randomUUID()}`, { personId: id });
    return success({ confirmation: 'mailed' });
  });
  wake();
  return requested;
}
