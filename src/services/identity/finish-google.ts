import { and, eq, gt } from 'drizzle-orm';
import { failure, type Outcome } from '#model/kernel/outcome.ts';
import type { Google, GoogleRefusal } from '#outside/identity/google.ts';
import { googleAttempt } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { takeOne } from './allowance.ts';
import { enterWithGoogle } from './enter-with-google.ts';
import { closeSessionByHash } from './sessions.ts';
import { hashToken } from './token-hash.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'google' | 'wake' | 'signUpsPerHour'>;
type Entered = Outcome<{ token: string }, GoogleRefusal & { readonly personId?: string }>;
type Attempt = typeof googleAttempt.$inferSelect & { readonly state: string };

export const GOOGLE_REFUSALS_AN_HOUR = 100;

/** Returns the token of a new session. An answer to another browser's sign-in is refused. */
export async function finishGoogle(
  context: Worker,
  answer: URL,
  browser: string | undefined,
  client: string,
): Promise<Entered> {
  const { db, clock, google } = context;
  if (!google) return failure({ code: 'off' });
  const attempt = await takeAttempt(context, answer, browser);
  // Not recorded: anyone can send a callback without an attempt, and would fill the audit.
  if (!attempt) return failure({ code: 'expired' });
  const entered = await finish(context, google, answer, attempt, client);
  if (entered.ok) return entered;
  const { code: why, reason = null, personId = 'unknown' } = entered.failure;
  if ((await takeOne(db, `refused Google sign-in from ${client}`, GOOGLE_REFUSALS_AN_HOUR, clock())) === 0)
    await record(db, { action: 'session.refused', target: personId, meta: { by: 'google', why, reason } });
  return entered;
}

async function takeAttempt(
  { db, clock }: Worker,
  answer: URL,
  browser: string | undefined,
): Promise<Attempt | undefined> {
  const [state, ...others] = answer.searchParams.getAll('state');
  if (!browser || !state || others.length > 0) return undefined;
  const [attempt] = await db
    .delete(googleAttempt)
    .where(
      and(
        eq(googleAttempt.stateHash, hashToken(state)),
        eq(googleAttempt.browserHash, hashToken(browser)),
        gt(googleAttempt.expiresAt, clock()),
      ),
    )
    .returning();
  return attempt && { ...attempt, state };
}

async function finish(
  context: Worker,
  google: Google,
  answer: URL,
  attempt: Attempt,
  client: string,
): Promise<Entered> {
  const { state, nonce, verifier, earlierHash } = attempt;
  const account = await google.finish(answer, { state, nonce, verifier });
  if (!account.ok) return account;
  const entered = await enterWithGoogle(context, account.value, google.standIn, client);
  // By its hash: the session's cookie is not sent with a redirect from another site.
  if (entered.ok && earlierHash) await context.db.transaction((tx) => closeSessionByHash(tx, earlierHash));
  return entered;
}
