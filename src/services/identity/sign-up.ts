import type { Email } from '#model/identity/credentials.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { password, person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { violatedConstraint } from '../kernel/violation.ts';
import { judgePassword, type WeakPassword } from './judge-password.ts';
import { openSession } from './sessions.ts';

export interface NewPerson {
  readonly name: string;
  readonly email: Email;
  readonly password: string;
}

/** Opens an account with the rights of a customer, and a session. Answers the session's token. */
export async function signUp(
  context: Pick<Context, 'db' | 'clock' | 'hasher' | 'passwords' | 'shop'>,
  { name, email, password: secret }: NewPerson,
): Promise<Outcome<{ token: string }, { code: 'email_taken' | 'busy' } | WeakPassword>> {
  const { db, clock, hasher } = context;
  const judged = await judgePassword(context, secret, { name, email });
  if (!judged.ok) return judged;
  const hash = await hasher.hash(secret);
  if (!hash.ok) return hash;
  try {
    const token = await db.transaction(async (tx) => {
      const [created] = await tx.insert(person).values({ name, email }).returning({ id: person.id });
      if (!created) throw new Error('An inserted person has no row');
      await tx.insert(password).values({ personId: created.id, hash: hash.value });
      await record(tx, { action: 'person.signed_up', actor: created.id, target: created.id });
      return openSession(tx, created.id, clock());
    });
    return success({ token });
  } catch (error) {
    if (violatedConstraint(error) === 'person_email_key') return failure({ code: 'email_taken' });
    throw error;
  }
}
