import { and, eq, isNull } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { password, passwordReset, person, session } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { release } from './allowance.ts';
import { judgePassword, type WeakPassword } from './judge-password.ts';
import { forgetDevices } from './known-device.ts';
import { resetsOf } from './request-reset.ts';
import { type Caller, openSession } from './sessions.ts';
import { forgiveSignIns, noteFailedSignIn, secondsToWait } from './sign-in-throttle.ts';

export type ChangePasswordFailure =
  | { readonly code: 'wrong_password' | 'no_password' | 'demo_account' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number }
  | WeakPassword;

/** Ends all sessions and returns the token of a new one. Wrong passwords delay the next try, as at sign-in. */
export async function changePassword(
  context: Pick<Context, 'db' | 'clock' | 'hasher' | 'passwords' | 'shop' | 'wake'>,
  caller: Caller,
  { current, password: secret }: { current: string; password: string },
): Promise<Outcome<{ token: string }, ChangePasswordFailure>> {
  const { db, clock, hasher } = context;
  // Counted apart from sign-ins: a stranger's failures must not block the owner.
  const subject = `change by ${caller.id}`;
  const retryAfter = await secondsToWait({ db, clock }, subject);
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  const [known] = await db
    .select({ hash: password.hash, demo: person.demo })
    .from(person)
    .leftJoin(password, eq(password.personId, person.id))
    .where(eq(person.id, caller.id));
  // Demo accounts are shared: a new password would lock other visitors out.
  if (known?.demo) return failure({ code: 'demo_account' });
  if (!known?.hash) return failure({ code: 'no_password' });
  const before = known.hash;
  const judged = await judgePassword(context, secret, caller);
  if (!judged.ok) return judged;
  const right = await hasher.verify(current, before);
  const late = await secondsToWait({ db, clock }, subject);
  if (late > 0) return failure({ code: 'too_many_attempts', retryAfter: late });
  if (!right) {
    await noteFailedSignIn({ db, clock }, subject);
    await record(db, { action: 'password.refused', actor: caller.id, target: caller.id });
    return failure({ code: 'wrong_password' });
  }
  const hash = await hasher.hash(secret);
  const now = clock();
  const changed = await transact<Outcome<{ token: string }, ChangePasswordFailure>>(db, async (tx) => {
    await tx.select({ id: person.id }).from(person).where(eq(person.id, caller.id)).for('no key update');
    // Of two concurrent changes, the second no longer matches the hash.
    const [set] = await tx
      .update(password)
      .set({ hash, changedAt: now })
      .where(and(eq(password.personId, caller.id), eq(password.hash, before)))
      .returning({ personId: password.personId });
    if (!set) return failure({ code: 'wrong_password' });
    await tx
      .update(passwordReset)
      .set({ usedAt: now })
      .where(and(eq(passwordReset.personId, caller.id), isNull(passwordReset.usedAt)));
    await tx.delete(session).where(eq(session.personId, caller.id));
    await forgetDevices(tx, caller.id);
    await forgiveSignIns(tx, subject);
    await forgiveSignIns(tx, `account:${caller.email}`);
    await release(tx, resetsOf(caller.email));
    await record(tx, { action: 'password.changed', actor: caller.id, target: caller.id });
    const token = await openSession(tx, caller.id, now);
    const deed = `${caller.sessionId}:${now.getTime()}`;
    await post(tx, 'mail.password-changed', `mail.password-changed:${deed}`, { personId: caller.id, by: 'owner' });
    return success({ token });
  });
  context.wake();
  return changed;
}
