import { and, eq, isNull } from 'drizzle-orm';
import type { Email } from '#model/identity/credentials.ts';
import { person } from '#tables/identity.ts';
import type { Db } from '../kernel/context.ts';
import type { Senders } from '../kernel/work-outbox.ts';
import { letterSender } from '../mail/letter-sender.ts';
import { demoPassword } from './mails/demo-password.ts';
import { passwordChanged } from './mails/password-changed.ts';
import { passwordRemoved } from './mails/password-removed.ts';
import { passwordReset } from './mails/password-reset.ts';
import { mintResetToken } from './reset-password.ts';

/** The mails about people's accounts. */
export const identityMails: Pick<Senders, 'mail.password-reset' | 'mail.password-changed' | 'mail.password-removed'> = {
  'mail.password-reset': letterSender(async ({ db, clock }, { email }, shop) => {
    const [found] = await db
      .select({ id: person.id, demo: person.demo })
      .from(person)
      .where(and(eq(person.email, email), isNull(person.disabledAt)));
    if (!found) return undefined;
    if (found.demo) return { to: email, letter: demoPassword(shop) };
    // A token of its own for every try: what failed to leave may have arrived, and its link stays good.
    const token = await mintResetToken(db, found.id, clock());
    return { to: email, letter: passwordReset(`${shop.origin}/reset-password#token=${token}`, shop) };
  }),

  'mail.password-changed': letterSender(async ({ db }, { personId, by = 'reset' }, shop) => {
    const to = await addressOf(db, personId);
    return to && { to, letter: passwordChanged(shop, by) };
  }),

  'mail.password-removed': letterSender(async ({ db }, { personId }, shop) => {
    const to = await addressOf(db, personId);
    return to && { to, letter: passwordRemoved(shop) };
  }),
};

async function addressOf(db: Db, personId: string): Promise<Email | undefined> {
  const [found] = await db.select({ email: person.email }).from(person).where(eq(person.id, personId));
  return found?.email as Email | undefined;
}
