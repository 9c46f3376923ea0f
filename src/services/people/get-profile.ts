import { eq, sql } from 'drizzle-orm';
import type { Profile } from '#model/people/profile.ts';
import { person } from '#tables/identity.ts';
import { profile } from '#tables/people.ts';
import type { Context } from '../kernel/context.ts';

export async function getProfile({ db }: Pick<Context, 'db'>, personId: string): Promise<Profile> {
  const [found] = await db
    .select({
      name: person.name,
      email: person.email,
      emailConfirmed: sql<boolean>`${person.emailProof} is not null`,
      role: person.role,
      education: profile.education,
      location: profile.location,
      phone: profile.phone,
      photo: person.photo,
      linkedin: profile.linkedin,
    })
    .from(person)
    .leftJoin(profile, eq(profile.personId, person.id))
    .where(eq(person.id, personId))
    .prepare('profile')
    .execute();
  if (!found) throw new Error('Somebody with a session has no row');
  return found;
}
