import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { GoogleTrouble } from '#model/identity/google.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { GoogleRefusal } from '#outside/identity/google.ts';
import { googleAttempt } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { takeOne } from './allowance.ts';
import { hashToken } from './token-hash.ts';

export const ATTEMPT_MINUTES = 10;

/** Per network: each writes a row without a sign-in. */
export const GOOGLE_ATTEMPTS_AN_HOUR = 600;

/** Reuses `kept`, the browser's secret of an attempt in another tab. `earlier` is the browser's session token. */
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

/** Google sign-ins begun in other tabs end this session when they succeed. */
export async function noteNewSession({ db }: Pick<Context, 'db'>, browser: string, token: string): Promise<void> {
  const earlierHash = hashToken(token);
  await db
    .update(googleAttempt)
    .set({ earlierHash })
    .where(eq(googleAttempt.browserHash, hashToken(browser)));
}

const SECRET = /^[\w-]{43}$/;
