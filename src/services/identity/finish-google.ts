import { and, eq, gt } from 'drizzle-orm';
import { failure, type Outcome } from '#model/kernel/outcome.ts';
import type { GoogleRefusal } from '#outside/identity/google.ts';
import { googleAttempt } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { hashOf } from './begin-google.ts';
import { enterWithGoogle } from './enter-with-google.ts';
import { closeSessionByHash } from './sessions.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'google' | 'wake'>;
type Entered = Outcome<{ token: string }, GoogleRefusal & { readonly personId?: string }>;

/**
 * Ends a sign-in with Google and answers the token of a new session.
 * @param answer the address that Google sent the browser to, on the shop's own origin
 * @param browser the secret that this browser keeps; an answer to another browser's sign-in is not taken
 */
export async function finishGoogle(context: Worker, answer: URL, browser: string | undefined): Promise<Entered> {
  const entered = await finish(context, answer, browser);
  if (!entered.ok) {
    const { code: why, reason = null, personId = 'unknown' } = entered.failure;
    await record(context.db, { action: 'session.refused', target: personId, meta: { by: 'google', why, reason } });
  }
  return entered;
}

async function finish(context: Worker, answer: URL, browser: string | undefined): Promise<Entered> {
  const { db, clock, google } = context;
  if (!google) return failure({ code: 'off' });
  const [state, ...others] = answer.searchParams.getAll('state');
  if (!browser || !state || others.length > 0) return failure({ code: 'expired' });
  // Taken away before anything else, so that an answer is good for one try whatever comes of it.
  const [attempt] = await db
    .delete(googleAttempt)
    .where(
      and(
        eq(googleAttempt.stateHash, hashOf(state)),
        eq(googleAttempt.browserHash, hashOf(browser)),
        gt(googleAttempt.expiresAt, clock()),
      ),
    )
    .returning();
  if (!attempt) return failure({ code: 'expired' });
  const { nonce, verifier } = attempt;
  const account = await google.finish(answer, { state, nonce, verifier });
  if (!account.ok) return account;
  const entered = await enterWithGoogle(context, account.value, google.standIn);
  const { earlierHash } = attempt;
  // The browser does not show that session here: its cookie stays at home when another site sends the browser back.
  if (entered.ok && earlierHash) await db.transaction((tx) => closeSessionByHash(tx, earlierHash));
  return entered;
}
