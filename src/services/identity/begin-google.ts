import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { GoogleTrouble } from '#model/identity/google.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { GoogleRefusal } from '#outside/identity/google.ts';
import { googleAttempt } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { takeOne } from './allowance.ts';
import { hashToken } from './token-hash.ts';

/** How long somebody may take to sign in at Google. */
export const ATTEMPT_MINUTES = 10;

/** Attempts that one network may begin within an hour: each writes a row without a sign-in. */
export const GOOGLE_ATTEMPTS_AN_HOUR = 600;

/**
 * Begins a sign-in with Google: where to send the browser, and the secret by which it will be known when it is back.
 * @param kept the secret of an attempt that this browser has begun already, in another tab perhaps
 * @param earlier the token of the session that this browser has
 * @param client the network address that asks
 */
export async function beginGoogle(
  { db, clock, google }: Pick<Context, 'db' | 'clock' | 'google'>,
  kept: string | undefined,
  earlier: string | undefined,
  client: string,
): Promise<Outcome<{ url: string; browser: string }, GoogleRefusal | { readonly code: GoogleTrouble }>> {
  if (!google) return failure({ code: 'off' });
  const now = clock();
  if ((await takeOne(db, `Google sign-in from ${client}`, GOOGLE_ATTEMPTS_AN_HOUR, now)) > 0)
    return failure({ code: 'too_many_sign_ins' });
  const begun = await google.begin();
  if (!begun.ok) return begun;
  const { url, state, nonce, verifier } = begun.value;
  const browser = kept && SECRET.test(kept) ? kept : randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + ATTEMPT_MINUTES * 60_000);
  await db.delete(googleAttempt).where(lt(googleAttempt.expiresAt, now));
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browser) };
  const earlierHash = earlier ? hashToken(earlier) : null;
  await db.insert(googleAttempt).values({ ...hashes, nonce, verifier, earlierHash, expiresAt });
  return success({ url, browser });
}

/** Somebody has signed in on a browser that is on its way to Google in other tabs: those sign-ins end this session. */
export async function noteNewSession({ db }: Pick<Context, 'db'>, browser: string, token: string): Promise<void> {
  const earlierHash = hashToken(token);
  await db
    .update(googleAttempt)
    .set({ earlierHash })
    .where(eq(googleAttempt.browserHash, hashToken(browser)));
}

const SECRET = /^[\w-]{43}$/;
