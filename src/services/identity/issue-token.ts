import type { Email } from '#model/identity/credentials.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Context } from '../kernel/context.ts';
import type { Caller } from './sessions.ts';

/** Answers a bearer token to the holder of a session. Both addresses of the call must be the session's own. */
export async function issueToken(
  { tokens, clock }: Pick<Context, 'tokens' | 'clock'>,
  caller: Caller,
  claimed: { path: Email; body: Email },
): Promise<Outcome<{ token: string }, { code: 'not_yours' }>> {
  if (claimed.path !== caller.email || claimed.body !== caller.email) return failure({ code: 'not_yours' });
  return success({ token: await tokens.sign({ personId: caller.id, sessionId: caller.sessionId }, clock()) });
}
