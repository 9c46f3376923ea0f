import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { confirmationEnds } from '#model/identity/confirmation.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { emailConfirmation, password, pendingSignUp, person } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { hashToken } from './token-hash.ts';

type Ended = { readonly code: 'confirmation_ended' };
type Confirmed = Outcome<{ account: 'confirmed' | 'opened' }, Ended>;

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

export function confirmEmail({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string): Promise<Confirmed> {
  const now = clock();
  return transact(db, async (tx) => {
    const [used] = await tx
      .update(emailConfirmation)
      .set({ usedAt: now })
      .where(
        and(
          eq(emailConfirmation.tokenHash, hashToken(token)),
          isNull(emailConfirmation.usedAt),
          gt(emailConfirmation.expiresAt, now),
        ),
      )
      .returning();
    if (used?.personId) return confirmPerson(tx, used.personId);
    return used?.signUpId ? openAccount(tx, used.signUpId) : failure({ code: 'confirmation_ended' });
  });
}

async function confirmPerson(tx: Transaction, personId: string): Promise<Confirmed> {
  const [confirmed] = await tx
    .update(person)
    .set({ emailProof: 'mail' })
    .where(and(eq(person.id, personId), isNull(person.disabledAt)))
    .returning({ id: person.id });
  if (!confirmed) return failure({ code: 'confirmation_ended' });
  await record(tx, { action: 'email.confirmed', actor: personId, target: personId });
  return success({ account: 'confirmed' });
}

async function openAccount(tx: Transaction, signUpId: string): Promise<Confirmed> {
  const [wanted] = await tx.delete(pendingSignUp).where(eq(pendingSignUp.id, signUpId)).returning();
  if (!wanted) return failure({ code: 'confirmation_ended' });
  const { email, name, passwordHash } = wanted;
  // Another mail to this address, or a sign-in with Google, may have opened it meanwhile.
  const [opened] = await tx
    .insert(person)
    .values({ email, name, emailProof: 'mail' })
    .onConflictDoNothing({ target: person.email })
    .returning({ id: person.id });
  if (!opened) return failure({ code: 'confirmation_ended' });
  await tx.insert(password).values({ personId: opened.id, hash: passwordHash });
  await record(tx, { action: 'person.signed_up', actor: opened.id, target: opened.id });
  await record(tx, { action: 'email.confirmed', actor: opened.id, target: opened.id });
  return success({ account: 'opened' });
}
