import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { User } from '#model/people/user.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';

const USERS_PAGE = 1_000;

export async function listUsers(
  { db }: Pick<Context, 'db'>,
  { email, after }: { readonly email?: Email | undefined; readonly after?: string | undefined },
): Promise<Page<User>> {
  const name = sql`lower(${person.name})`;
  const last = sql`(select lower(last.name), last.email from person last where last.id = ${after})`;
  const found = await db
    .select({
      ...{ id: person.id, name: person.name, email: person.email, role: person.role, photo: person.photo },
      emailConfirmed: sql<boolean>`${person.emailProof} is not null`,
    })
    .from(person)
    .where(
      and(
        isNull(person.disabledAt),
        email === undefined ? undefined : eq(person.email, email),
        after === undefined ? undefined : sql`(${name}, ${person.email}) > ${last}`,
      ),
    )
    .orderBy(asc(name), asc(person.email))
    .limit(USERS_PAGE + 1);
  const { rows, next } = cutPage(found, USERS_PAGE, ({ id }) => id);
  return { rows: rows.map(({ id: _, ...user }) => user), next };
}
