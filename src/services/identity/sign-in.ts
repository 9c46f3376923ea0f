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
  const retryAfter = own
    ? 0
    : (await secondsToWait({ db, clock }, subject)) ||
      (await secondsUntilOne(db, network, FAILURES_OF_NETWORK, clock()));
  if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
  const [account] = await db
    .select({ id: person.id, hash: password.hash, changedAt: password.changedAt, disabledAt: person.disabledAt })
    .from(person)
    .innerJoin(password, eq(password.personId, person.id))
    .where(eq(person.email, credentials.email));
  const right = await hasher.verify(credentials.password, account?.hash);
  // Checked again: guesses that waited while others failed must learn nothing.
  const late = own ? 0 : await secondsToWait({ db, clock }, subject);
  if (late > 0) return failure({ code: 'too_many_attempts', retryAfter: late });
  if (!account || !right || account.disabledAt) {
    if (!own) await noteFailedSignIn({ db, clock }, subject);
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
    // Read again under a lock: a changed password opens no session; a reset waits for this session and ends it.
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
