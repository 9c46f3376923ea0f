import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { RESET_MINUTES } from '#model/identity/reset.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { googleIdentity, password, passwordReset, person, session } from '#tables/identity.ts';
import type { Context, Db } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { release } from './allowance.ts';
import { proofByMail } from './confirm-email.ts';
import { judgePassword, type WeakPassword } from './judge-password.ts';
import { forgetDevices } from './known-device.ts';
import { resetsOf } from './request-reset.ts';
import { forgiveSignIns } from './sign-in-throttle.ts';
import { hashToken } from './token-hash.ts';

export type ResetFailure = { readonly code: 'reset_link_ended' } | WeakPassword;

export async function mintResetToken(db: Db, personId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
  await db.transaction(async (tx) => {
    await tx.insert(passwordReset).values({ tokenHash: hashToken(token), personId, createdAt: now, expiresAt });
    await record(tx, { action: 'password.reset_asked', target: personId });
  });
  return token;
}

/** Uses up all reset links of the person, unlinks Google and ends every session. Opens none. */
export async function resetPassword(
  context: Pick<Context, 'db' | 'clock' | 'hasher' | 'passwords' | 'shop' | 'wake' | 'mailer'>,
  { token, password: secret }: { token: string; password: string },
): Promise<Outcome<{ personId: string }, ResetFailure>> {
  const { db, clock, hasher, wake } = context;
  const now = clock();
  const good = and(
    eq(passwordReset.tokenHash, hashToken(token)),
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, now),
  );
  // Checked first: an invalid token must not cost a hash.
  const [known] = await db
    .select({ name: person.name, email: person.email, personId: person.id })
    .from(passwordReset)
    .innerJoin(person, eq(person.id, passwordReset.personId))
    .where(good);
  if (!known) return failure({ code: 'reset_link_ended' });
  const judged = await judgePassword(context, secret, known);
  if (!judged.ok) return judged;
  const hash = await hasher.hash(secret);
  const reset = await transact<Outcome<{ personId: string }, ResetFailure>>(db, async (tx) => {
    // The person first: two links of one person, used at once, would deadlock.
    const [owner] = await tx
      .select({ email: person.email })
      .from(person)
      .where(and(eq(person.id, known.personId), isNull(person.disabledAt)))
      .for('no key update');
    if (!owner) return failure({ code: 'reset_link_ended' });
    const [used] = await tx.update(passwordReset).set({ usedAt: now }).where(good).returning();
    if (!used) return failure({ code: 'reset_link_ended' });
    const { personId } = used;
    await tx
      .update(person)
      .set({ emailProof: proofByMail(context) })
      .where(eq(person.id, personId));
    await tx
      .update(passwordReset)
      .set({ usedAt: now })
      .where(and(eq(passwordReset.personId, personId), isNull(passwordReset.usedAt)));
    // Before the sessions: a concurrent sign-in holds this row until its session can be deleted.
    await tx
      .insert(password)
      .values({ personId, hash, changedAt: now })
      .onConflictDoUpdate({ target: password.personId, set: { hash, changedAt: now } });
    // The Google account may not be the owner's. If Google runs the mailbox, the next sign-in links it again.
    await tx.delete(googleIdentity).where(eq(googleIdentity.personId, personId));
    await tx.delete(session).where(eq(session.personId, personId));
    await forgetDevices(tx, personId);
    await forgiveSignIns(tx, `account:${owner.email}`);
    await release(tx, resetsOf(owner.email));
    await record(tx, { action: 'password.reset', actor: personId, target: personId });
    const deed = used.tokenHash.toString('hex');
    await post(tx, 'mail.password-changed', `mail.password-changed:${deed}`, { personId, by: 'reset' });
    return success({ personId });
  });
  wake();
  return reset;
}
