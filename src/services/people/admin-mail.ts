import { eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import {
  type AdminMail,
  type AdminMailChange,
  type AdminNews,
  DEFAULT_ADMIN_MAIL,
  DEMO_ADMIN_MAIL,
} from '#model/people/admin-mail.ts';
import { person } from '#tables/identity.ts';
import { adminMail } from '#tables/people.ts';
import { addressOf } from '../identity/address-of.ts';
import type { Context, Db } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';

export async function getAdminMail({ db }: Pick<Context, 'db'>, personId: string): Promise<AdminMail> {
  const [found] = await db
    .select({ demo: person.demo, chosen: adminMail })
    .from(person)
    .leftJoin(adminMail, eq(adminMail.personId, person.id))
    .where(eq(person.id, personId));
  if (found?.chosen) {
    const { personId: _, ...chosen } = found.chosen;
    return chosen;
  }
  return found?.demo ? DEMO_ADMIN_MAIL : DEFAULT_ADMIN_MAIL;
}

export async function chooseAdminMail(
  { db }: Pick<Context, 'db'>,
  personId: string,
  change: AdminMailChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const chosen = { ...(await getAdminMail({ db: tx }, personId)), ...change } as AdminMail;
    await tx
      .insert(adminMail)
      .values({ personId, ...chosen })
      .onConflictDoUpdate({ target: adminMail.personId, set: change });
    await record(tx, {
      action: 'person.chose_mail',
      actor: personId,
      target: personId,
      meta: change as Record<string, boolean>,
    });
  });
}

export async function adminWhoWants(db: Db, personId: string, news: AdminNews): Promise<Email | undefined> {
  const email = await addressOf(db, personId, 'admin');
  return email && (await getAdminMail({ db }, personId))[news] ? email : undefined;
}
