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

/** Refused sign-ins per network and hour that are recorded in the audit: beginning an attempt costs nothing. */
export const GOOGLE_REFUSALS_AN_HOUR = 100;

/**
 * Ends a sign-in with Google and answers the token of a new session.
 * @param answer the address that Google sent the browser to, on the shop's own origin
 * @param browser the secret that this browser keeps; an answer to another browser's sign-in is not taken
 * @param client the network address that asks
 */
export async function finishGoogle(
  context: Worker,
  answer: URL,
  browser: string | undefined,
  client: string,
): Promise<Entered> {
  const { db, clock, google } = context;
  if (!google) return failure({ code: 'off' });
  const attempt = await takeAttempt(context, answer, browser);
  // A callback without an attempt is not recorded: anyone can send it, and it would fill the audit.
  if (!attempt) return failure({ code: 'expired' });
  const entered = await finish(context, google, answer, attempt, client);
  if (entered.ok) return entered;
  const { code: why, reason = null, personId = 'unknown' } = entered.failure;
  if ((await takeOne(db, `refused Google sign-in from ${client}`, GOOGLE_REFUSALS_AN_HOUR, clock())) === 0)
    await record(db, { action: 'session.refused', target: personId, meta: { by: 'google', why, reason } });
  return entered;
}

/** Takes the attempt away before anything else, so that an answer is good for one try whatever comes of it. */
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
  // The browser does not show that session here: its cookie stays at home when another site sends the browser back.
  if (entered.ok && earlierHash) await context.db.transaction((tx) => closeSessionByHash(tx, earlierHash));
  return entered;
}
