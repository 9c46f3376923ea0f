import { eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import type { Caller } from './sessions.ts';

export async function isAdmin({ db }: Pick<Context, 'db'>, caller: Caller, email: Email): Promise<boolean> {
  if (email === caller.email) return caller.role === 'admin';
  const [found] = await db.select({ role: person.role }).from(person).where(eq(person.email, email));
  return found?.role === 'admin';
}
