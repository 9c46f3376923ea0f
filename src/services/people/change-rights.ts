import { eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { person, session } from '#tables/identity.ts';
import { forgetDevices } from '../identity/known-device.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { announceAdmin } from './make-admin.ts';

export const RIGHTS_DEEDS = ['grant', 'demote', 'disable', 'enable', 'sign-out'] as const;
export type RightsDeed = (typeof RIGHTS_DEEDS)[number];

type Person = typeof person.$inferSelect;

/**
 * Demoting, disabling and signing out end every session. The shop keeps the rights of demo accounts at each start.
 * Not authorized: for the command line on the server.
 */
export function changeRights(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  email: Email,
  deed: RightsDeed,
): Promise<Outcome<{ changed: boolean }, { code: 'person_not_found' | 'demo_account' }>> {
  return transact(db, async (tx) => {
    const [found] = await tx.select().from(person).where(eq(person.email, email)).for('update');
    if (!found) return failure({ code: 'person_not_found' });
    if (found.demo && deed !== 'sign-out') return failure({ code: 'demo_account' });
    return success({ changed: await DEEDS[deed](tx, found, clock()) });
  });
}

const DEEDS: Record<RightsDeed, (tx: Transaction, who: Person, now: Date) => Promise<boolean>> = {
  grant: async (tx, who, now) => {
    if (who.role === 'admin') return false;
    await tx.update(person).set({ role: 'admin' }).where(eq(person.id, who.id));
    await record(tx, { action: 'person.made_admin', target: who.id });
    await announceAdmin(tx, who.id, now);
    return true;
  },
  demote: async (tx, who) => {
    if (who.role === 'customer') return false;
    await tx.update(person).set({ role: 'customer' }).where(eq(person.id, who.id));
    await record(tx, { action: 'person.demoted', target: who.id });
    await endSessions(tx, who);
    return true;
  },
  disable: async (tx, who, now) => {
    if (who.disabledAt) return false;
    await tx.update(person).set({ disabledAt: now }).where(eq(person.id, who.id));
    await record(tx, { action: 'person.disabled', target: who.id });
    await endSessions(tx, who);
    return true;
  },
  enable: async (tx, who) => {
    if (!who.disabledAt) return false;
    await tx.update(person).set({ disabledAt: null }).where(eq(person.id, who.id));
    await record(tx, { action: 'person.enabled', target: who.id });
    return true;
  },
  'sign-out': (tx, who) => endSessions(tx, who),
};

async function endSessions(tx: Transaction, who: Person): Promise<boolean> {
  await forgetDevices(tx, who.id);
  const { length: sessions } = await tx.delete(session).where(eq(session.personId, who.id)).returning();
  if (sessions === 0) return false;
  await record(tx, { action: 'session.revoked', target: who.id, meta: { sessions } });
  return true;
}
