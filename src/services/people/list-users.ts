import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import type { User } from '#model/people/user.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';

const USERS_PAGE = 1_000;

export interface UsersPage {
  readonly users: User[];
  readonly after: string | undefined;
}

export async function listUsers(
  { db }: Pick<Context, 'db'>,
  { email, after }: { readonly email?: Email | undefined; readonly after?: string | undefined } = {},
): Promise<UsersPage> {
  const name = sql`lower(${person.name})`;
  const key = { name: sql<string>`${name}`.as('key'), email: person.email };
  const [last] = after === undefined ? [] : await db.select(key).from(person).where(eq(person.id, after));
  const found = await db
    .select({ id: person.id, name: person.name, email: person.email, role: person.role, photo: person.photo })
    .from(person)
    .where(
      and(
        isNull(person.disabledAt),
        email === undefined ? undefined : eq(person.email, email),
        last && sql`(${name}, ${person.email}) > (${last.name}, ${last.email})`,
      ),
    )
    .orderBy(asc(name), asc(person.email))
    .limit(USERS_PAGE + 1);
  const page = found.slice(0, USERS_PAGE);
  return {
    users: page.map(({ id: _, ...user }) => user),
    after: found.length > USERS_PAGE ? page.at(-1)?.id : undefined,
  };
}
