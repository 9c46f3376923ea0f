import { and, eq, isNull } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { person } from '#tables/identity.ts';
import type { Db } from '../kernel/context.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { letterSender } from '../mail/letter-sender.ts';
import { anotherAdmin, youAreAdmin } from './people-letters.ts';

export const peopleMails = {
  'mail.new-admin': letterSender(async ({ db }, { personId, to }, shop) => {
    const recipient = await addressOf(db, to);
    if (!recipient) return undefined;
    if (to === personId) return { to: recipient, letter: youAreAdmin(shop) };
    const admin = await addressOf(db, personId);
    return admin && { to: recipient, letter: anotherAdmin(admin, shop) };
  }),
} satisfies Partial<Senders>;

async function addressOf(db: Db, id: string): Promise<Email | undefined> {
  const [found] = await db
    .select({ email: person.email })
    .from(person)
    .where(and(eq(person.id, id), isNull(person.disabledAt)));
  return found?.email as Email | undefined;
}
