import { and, eq, isNull } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { NEW_ADMINS_PER_HOUR } from '#model/people/user.ts';
import { person, session } from '#tables/identity.ts';
import { takeOne } from '../identity/allowance.ts';
import type { Caller } from '../identity/sessions.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

export type MakeAdminFailure =
  | { readonly code: 'person_not_found' | 'demo_account' | 'session_too_old' }
  | { readonly code: 'too_many_attempts'; readonly retryAfter: number };

const HOUR = 3_600_000;
/** After a sign-in: a browser left open cannot make admins the next day. */
const FRESH_SESSION = 12 * HOUR;

/** From the next request on. Idempotent. Refuses demo accounts, which everybody can sign in to. */
export function makeAdmin(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  admin: Pick<Caller, 'id' | 'sessionId'>,
  email: Email,
): Promise<Outcome<{ changed: boolean }, MakeAdminFailure>> {
  return transact(db, async (tx) => {
    const now = clock();
    const [target] = await tx
      .select({ id: person.id, role: person.role, demo: person.demo })
      .from(person)
      .where(and(eq(person.email, email), isNull(person.disabledAt)));
    if (!target) return failure({ code: 'person_not_found' });
    if (target.role === 'admin') return success({ changed: false });
    if (target.demo) return failure({ code: 'demo_account' });
    if (!(await isFresh(tx, admin.sessionId, now))) return failure({ code: 'session_too_old' });
    const retryAfter = await takeOne(tx, `admins made by ${admin.id}`, NEW_ADMINS_PER_HOUR, now);
    if (retryAfter > 0) return failure({ code: 'too_many_attempts', retryAfter });
    const changed = await tx
      .update(person)
      .set({ role: 'admin' })
      .where(and(eq(person.id, target.id), eq(person.role, 'customer'), isNull(person.disabledAt)))
      .returning({ id: person.id });
    if (changed.length === 0) return success({ changed: false });
    await record(tx, { action: 'person.made_admin', actor: admin.id, target: target.id });
    await announceAdmin(tx, target.id, now);
    return success({ changed: true });
  });
}

async function isFresh(tx: Transaction, sessionId: string, now: Date): Promise<boolean> {
  const [found] = await tx.select({ createdAt: session.createdAt }).from(session).where(eq(session.id, sessionId));
  return found !== undefined && now.getTime() - found.createdAt.getTime() <= FRESH_SESSION;
}

export async function announceAdmin(tx: Transaction, personId: string, now: Date): Promise<void> {
  const admins = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.role, 'admin'), eq(person.demo, false), isNull(person.disabledAt)));
  for (const to of new Set([personId, ...admins.map((admin) => admin.id)]))
    await post(tx, 'mail.new-admin', `mail.new-admin:${personId}:${to}:${now.getTime()}`, { personId, to });
}
