import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { confirmationEnds } from '#model/identity/confirmation.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { emailConfirmation, password, pendingSignUp, person } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { noteFailedSignIn, secondsToWait } from './sign-in-throttle.ts';
import { hashToken } from './token-hash.ts';

type NotConfirmed =
  | { readonly code: 'confirmation_ended' | 'sign_up_password' | 'wrong_password' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };
type Confirmed = Outcome<{ account: 'confirmed' | 'opened' }, NotConfirmed>;

export async function mintConfirmation(
  db: Db,
  of: { personId: string } | { signUpId: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = confirmationEnds(now);
  await db.insert(emailConfirmation).values({ tokenHash: hashToken(token), ...of, expiresAt });
  return token;
}

/** What reading a mail shows: everybody can read those of the test mailbox. */
export const proofByMail = ({ mailer }: Pick<Context, 'mailer'>) => (mailer?.standIn ? 'stand-in' : 'mail');

/**
 * The link of a sign-up shows whose the address is, and the password which sign-up was theirs: a stranger may have signed
 * up with it first, and asked for the mail. Wrong passwords delay the next try, as at sign-in.
 */
export async function confirmEmail(
  { db, clock, hasher, mailer }: Pick<Context, 'db' | 'clock' | 'hasher' | 'mailer'>,
  { token, password: secret }: { token: string; password?: string | undefined },
): Promise<Confirmed> {
  const now = clock();
  const proof = proofByMail({ mailer });
  const good = and(
    eq(emailConfirmation.tokenHash, hashToken(token)),
    isNull(emailConfirmation.usedAt),
    gt(emailConfirmation.expiresAt, now),
  );
  const [link] = await db
    .select({ email: pendingSignUp.email, signUpId: emailConfirmation.signUpId })
    .from(emailConfirmation)
    .leftJoin(pendingSignUp, eq(pendingSignUp.id, emailConfirmation.signUpId))
    .where(good);
  if (!link) return failure({ code: 'confirmation_ended' });
  const { email, signUpId } = link;
  if (email === null) return transact(db, (tx) => confirmPerson(tx, good, proof, now));
  if (secret === undefined) return failure({ code: 'sign_up_password' });
  const subject = `sign-up of ${email}`;
  const retryAfter = await secondsToWait({ db, clock }, subject);
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  // The link's own first: no number of others takes its place.
  const waiting = await db
    .select()
    .from(pendingSignUp)
    .where(and(eq(pendingSignUp.email, email), gt(pendingSignUp.expiresAt, now)))
    .orderBy(desc(eq(pendingSignUp.id, signUpId ?? '')), desc(pendingSignUp.expiresAt))
    .limit(MAX_TRIED);
  if (waiting.length === 0) return failure({ code: 'confirmation_ended' });
  for (const wanted of waiting)
    if (await hasher.verify(secret, wanted.passwordHash)) return transact(db, (tx) => openAccount(tx, wanted, proof));
  await noteFailedSignIn({ db, clock }, subject);
  return failure({ code: 'wrong_password' });
}

/** Sign-ups that one password is compared with. Each costs a hash. */
const MAX_TRIED = 4;

type Proof = ReturnType<typeof proofByMail>;

async function confirmPerson(tx: Transaction, good: SQL | undefined, emailProof: Proof, now: Date): Promise<Confirmed> {
  const [used] = await tx.update(emailConfirmation).set({ usedAt: now }).where(good).returning();
  if (!used?.personId) return failure({ code: 'confirmation_ended' });
  const { personId } = used;
  const [confirmed] = await tx
    .update(person)
    .set({ emailProof })
    .where(and(eq(person.id, personId), isNull(person.disabledAt)))
    .returning({ id: person.id });
  if (!confirmed) return failure({ code: 'confirmation_ended' });
  await record(tx, { action: 'email.confirmed', actor: personId, target: personId });
  return success({ account: 'confirmed' });
}

async function openAccount(
  tx: Transaction,
  wanted: typeof pendingSignUp.$inferSelect,
  emailProof: Proof,
): Promise<Confirmed> {
  const { id, email, name, passwordHash } = wanted;
  // Another link, or a sign-in with Google, may have opened it meanwhile.
  const [opened] = await tx
    .insert(person)
    .values({ email, name, emailProof })
    .onConflictDoNothing({ target: person.email })
    .returning({ id: person.id });
  if (!opened) return failure({ code: 'confirmation_ended' });
  // Their links go with them.
  const ended = await tx
    .delete(pendingSignUp)
    .where(eq(pendingSignUp.email, email))
    .returning({ id: pendingSignUp.id });
  if (!ended.some((one) => one.id === id)) return failure({ code: 'confirmation_ended' });
  await tx.insert(password).values({ personId: opened.id, hash: passwordHash });
  await record(tx, { action: 'person.signed_up', actor: opened.id, target: opened.id });
  await record(tx, { action: 'email.confirmed', actor: opened.id, target: opened.id });
  return success({ account: 'opened' });
}
