import { asc, isNull, sql } from 'drizzle-orm';
import type { User } from '#model/people/user.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';

/** Everybody whose account is open, by name. For admins. */
export function listUsers({ db }: Pick<Context, 'db'>): Promise<User[]> {
  return db
    .select({ name: person.name, email: person.email, role: person.role, photo: person.photo })
    .from(person)
    .where(isNull(person.disabledAt))
    .orderBy(asc(sql`lower(${person.name})`), asc(person.email));
}
