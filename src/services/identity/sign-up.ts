import { CONFIRMATIONS_PER_HOUR, confirmationEnds } from '#model/identity/confirmation.ts';
import type { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { password, pendingSignUp, person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { violatedConstraint } from '../kernel/transact.ts';
import { takeOne, takeSignUp } from './allowance.ts';
import { judgePassword, type WeakPassword } from './judge-password.ts';
import { openSession } from './sessions.ts';

export interface NewPerson {
  readonly name: string;
  readonly email: Email;
  readonly password: string;
}

export type SignUpFailure =
  | { readonly code: 'email_taken' }
  | { readonly code: 'mail_unavailable' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number }
  | WeakPassword;

export type SignedUp = { readonly token: string } | { readonly mailed: true };

type World = Pick<
  Context,
  'db' | 'clock' | 'hasher' | 'passwords' | 'shop' | 'signUpsPerHour' | 'confirmation' | 'mailer' | 'wake'
>;

/** Opens a session, or sends a mail and answers the same for every address. Failed calls of `client` count too. */
export async function signUp(
  context: World,
  { name, email, password: secret, client }: NewPerson & { client: string },
): Promise<Outcome<SignedUp, SignUpFailure>> {
  const { db, clock, hasher, signUpsPerHour, confirmation, mailer } = context;
  if (confirmation === 'required' && !mailer) return failure({ code: 'mail_unavailable' });
  const judged = await judgePassword(context, secret, { name, email });
  if (!judged.ok) return judged;
  const retryAfter = await takeSignUp(db, client, signUpsPerHour, clock());
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  const entered = { name, email, hash: await hasher.hash(secret) };
  const signedUp = await (confirmation === 'required' ? askFirst(context, entered) : open(context, entered));
  context.wake();
  return signedUp;
}

type Entered = Omit<NewPerson, 'password'> & { readonly hash: string };

async function open(
  { db, clock, confirmation, mailer }: World,
  { name, email, hash }: Entered,
): Promise<Outcome<SignedUp, SignUpFailure>> {
  try {
    const token = await db.transaction(async (tx) => {
      const [created] = await tx.insert(person).values({ name, email }).returning({ id: person.id });
      if (!created) throw new Error('An inserted person has no row');
      const { id } = created;
      await tx.insert(password).values({ personId: id, hash });
      await record(tx, { action: 'person.signed_up', actor: id, target: id });
      if (confirmation === 'asked' && mailer)
        await post(tx, 'mail.account-confirm', `mail.account-confirm:${id}`, { personId: id });
      return openSession(tx, id, clock());
    });
    return success({ token });
  } catch (error) {
    if (violatedConstraint(error) === 'person_email_key') return failure({ code: 'email_taken' });
    throw error;
  }
}

async function askFirst({ db, clock }: World, { name, email, hash }: Entered): Promise<Outcome<SignedUp, never>> {
  const now = clock();
  const expiresAt = confirmationEnds(now);
  await db.transaction(async (tx) => {
    const [wanted] = await tx.insert(pendingSignUp).values({ email, name, passwordHash: hash, expiresAt }).returning();
    if (!wanted) throw new Error('An inserted sign-up has no row');
    // The links of earlier mails open this one too, by its password.
    const full = (await takeOne(tx, `sign-up of ${email}`, CONFIRMATIONS_PER_HOUR, now)) > 0;
    if (full) return;
    await post(tx, 'mail.account-sign-up', `mail.account-sign-up:${wanted.id}`, { email, signUpId: wanted.id });
  });
  return success({ mailed: true });
}
