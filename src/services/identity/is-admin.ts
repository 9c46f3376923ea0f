import { eq } from 'drizzle-orm';
import type { Email } from '#model/identity/credentials.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import type { Caller } from './sessions.ts';

/** Whether a person is an admin at this moment. Customers may ask only about themselves. */
export async function isAdmin(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  email: Email,
): Promise<Outcome<{ admin: boolean }, { code: 'not_yours' }>> {
  if (email === caller.email) return success({ admin: caller.role === 'admin' });
  if (caller.role !== 'admin') return failure({ code: 'not_yours' });
  const [found] = await db.select({ role: person.role }).from(person).where(eq(person.email, email));
  return success({ admin: found?.role === 'admin' });
}
