import { and, eq, isNull } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { person } from '#tables/identity.ts';
import type { Db } from '../kernel/context.ts';

/**
 * To write to; undefined for a disabled account, to which none of these mails applies any more.
 * @param role undefined too for whoever has not this role
 */
export async function addressOf(db: Db, personId: string, role?: 'admin'): Promise<Email | undefined> {
  const [found] = await db
    .select({ email: person.email })
    .from(person)
    .where(and(eq(person.id, personId), isNull(person.disabledAt), role && eq(person.role, role)));
  return found?.email as Email | undefined;
}
