import { eq } from 'drizzle-orm';
import type { Email } from '#model/identity/credentials.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { password, person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { secondsUntilOne, takeOne } from './allowance.ts';
import { openSession } from './sessions.ts';
import { forgiveSignIns, noteFailedSignIn, secondsToWait } from './sign-in-throttle.ts';

export type SignInFailure =
  | { readonly code: 'wrong_credentials' }
  | { readonly code: 'busy' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };

/** Failed sign-ins from one network within an hour: enough for the slips of a large office, too few to try a list. */
export const FAILURES_OF_NETWORK = 300;

/**
 * Opens a session by e-mail and password. An unknown, a disabled and a mistyped account get the same answer.
 * @param client the network address that asks
 */
export async function signIn(
  { db, clock, hasher }: Pick<Context, 'db' | 'clock' | 'hasher'>,
  credentials: { email: Email; password: string; client: string },
): Promise<Outcome<{ token: string }, SignInFailure>> {
  const subject = `account:${credentials.email}`;
  const network = `failed sign-in from ${credentials.client}`;
  const retryAfter =
    (await secondsToWait({ db, clock }, subject)) || (await secondsUntilOne(db, network, FAILURES_OF_NETWORK, clock()));
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  const [account] = await db
    .select({ id: person.id, hash: password.hash, changedAt: password.changedAt, disabledAt: person.disabledAt })
    .from(person)
    .innerJoin(password, eq(password.personId, person.id))
    .where(eq(person.email, credentials.email));
  const right = await hasher.verify(credentials.password, account?.hash);
  if (!right.ok) return right;
  // Asked again: of many guesses at once, those that were still waiting for their turn must learn nothing.
  const late = await secondsToWait({ db, clock }, subject);
  if (late > 0) return failure({ code: 'too_many_attempts', retryAfter: late });
  if (!account || !right.value || account.disabledAt) {
    await noteFailedSignIn({ db, clock }, subject);
    await takeOne(db, network, FAILURES_OF_NETWORK, clock());
    await record(db, { action: 'session.refused', target: account?.id ?? 'unknown' });
    return failure({ code: 'wrong_credentials' });
  }
  // Nobody else ever sees the password: this is the moment to hash it with the costs of today.
  const renewed = hasher.isOutdated(account.hash) ? await hasher.hash(credentials.password) : undefined;
  return transact<{ token: string }, SignInFailure>(db, async (tx) => {
    // Looked at again and held: a password that was changed while this sign-in waited for its turn opens nothing, and
    // a reset that comes now waits for the session and ends it.
    const [still] = await tx
      .select({ changedAt: password.changedAt })
      .from(password)
      .where(eq(password.personId, account.id))
      .for(renewed?.ok ? 'no key update' : 'share');
    if (still?.changedAt.getTime() !== account.changedAt.getTime()) return failure({ code: 'wrong_credentials' });
    if (renewed?.ok) await tx.update(password).set({ hash: renewed.value }).where(eq(password.personId, account.id));
    await forgiveSignIns(tx, subject);
    return success({ token: await openSession(tx, account.id, clock()) });
  });
}
