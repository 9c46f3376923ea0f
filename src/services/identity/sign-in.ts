import { eq, sql } from 'drizzle-orm';
import type { AuditAction } from '#model/kernel/audit.ts';
import type { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { password, person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { secondsUntilOne, takeOne } from './allowance.ts';
import { takeDeviceTry } from './known-device.ts';
import { openSession } from './sessions.ts';
import { forgiveSignIns, noteFailedSignIn, secondsToWait } from './sign-in-throttle.ts';

export type SignInFailure =
  | { readonly code: 'wrong_credentials' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };

const REFUSED = 'session.refused' satisfies AuditAction;

/** Enough for the slips of a large office, too few to try a list. */
export const FAILURES_OF_NETWORK = 300;

/** Unknown, disabled and mistyped accounts get the same answer. `device` is the cookie of an earlier sign-in. */
export async function signIn(
  { db, clock, hasher }: Pick<Context, 'db' | 'clock' | 'hasher'>,
  credentials: { email: Email; password: string; client: string; device?: string | undefined },
): Promise<Outcome<{ token: string }, SignInFailure>> {
  const subject = `account:${credentials.email}`;
  const network = `failed sign-in from ${credentials.client}`;
  const own = await takeDeviceTry({ db, clock }, credentials.device, credentials.email);
  const [account] = await db
    .select({
      ...{ id: person.id, disabledAt: person.disabledAt, demo: person.demo },
      ...{ hash: password.hash, changedAt: password.changedAt },
    })
    .from(person)
    .innerJoin(password, eq(password.personId, person.id))
    .where(eq(person.email, credentials.email));
  // Nobody has to guess the password of an open demo account: wrong ones would only close it to all visitors.
  const counted = !own && !(account?.demo && !account.disabledAt);
  const retryAfter =
    (counted && (await secondsToWait({ db, clock }, subject))) ||
    (!own && (await secondsUntilOne(db, network, FAILURES_OF_NETWORK, clock()))) ||
    0;
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  const right = await hasher.verify(credentials.password, account?.hash);
  // Checked again: guesses that waited while others failed must learn nothing.
  const late = counted ? await secondsToWait({ db, clock }, subject) : 0;
  if (late > 0) return failure({ code: 'too_many_attempts', retryAfter: late });
  if (!account || !right || account.disabledAt) {
    if (counted) await noteFailedSignIn({ db, clock }, subject);
    // In a transaction even when nothing is recorded: an unknown address must take as long.
    await db.transaction(async (tx) => {
      await takeOne(tx, network, FAILURES_OF_NETWORK, clock());
      await tx.execute(sql`
        insert into audit (action, target)
        select ${REFUSED}, id::text from (select ${account?.id ?? null}::uuid as id) who where id is not null`);
    });
    return failure({ code: 'wrong_credentials' });
  }
  const renewed = hasher.isOutdated(account.hash) ? await hasher.hash(credentials.password) : undefined;
  return transact(db, async (tx) => {
    // Both read again under locks: neither a disabled account nor a changed password opens a session. Disabling and a
    // reset wait for this session and end it.
    const [owner] = await tx
      .select({ disabledAt: person.disabledAt })
      .from(person)
      .where(eq(person.id, account.id))
      .for('key share');
    if (!owner || owner.disabledAt) return failure({ code: 'wrong_credentials' });
    const [still] = await tx
      .select({ changedAt: password.changedAt })
      .from(password)
      .where(eq(password.personId, account.id))
      .for(renewed ? 'no key update' : 'share');
    if (still?.changedAt.getTime() !== account.changedAt.getTime()) return failure({ code: 'wrong_credentials' });
    if (renewed) await tx.update(password).set({ hash: renewed }).where(eq(password.personId, account.id));
    // A known browser's success says nothing about the failures of others.
    if (!own) await forgiveSignIns(tx, subject);
    return success({ token: await openSession(tx, account.id, clock()) });
  });
}
