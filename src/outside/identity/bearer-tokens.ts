import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Short-lived tokens that name a person and a session, and nothing else: rights are looked up at every request. */
export interface BearerTokens {
  sign(claims: TokenClaims, now: Date): Promise<string>;
  /** The claims of a token that this shop signed and that has not ended, or undefined. */
  verify(token: string, now: Date): Promise<TokenClaims | undefined>;
}

export interface TokenClaims {
  readonly personId: string;
  readonly sessionId: string;
}

export interface SigningKey {
  readonly id: string;
  readonly privateJwk: JsonWebKey;
}

/** How long a bearer token is good for. */
export const TOKEN_SECONDS = 600;
/** So many tokens are remembered whose signature is good, a kilobyte each. The oldest goes first. */
const REMEMBERED = 5_000;
/** How far the clocks of two processes of one shop may be apart. */
const SKEW_SECONDS = 60;

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const AUDIENCE = 'tools-api';

/** @param keys newest first: the first one signs, all of them verify */
export async function createBearerTokens(keys: readonly SigningKey[], issuer: string): Promise<BearerTokens> {
  const [newest] = keys;
  if (!newest) throw new Error('A shop needs a signing key');
  const signer = await importJWK(newest.privateJwk, ALGORITHM);
  const verifiers = new Map<string, CryptoKey | Uint8Array>();
  for (const { id, privateJwk } of keys) verifiers.set(id, await importJWK(publicPart(privateJwk), ALGORITHM));
  // A signature that was good stays good: the keys are those of the start. All else is judged each time.
  const signed = new Map<string, JWTPayload>();
  const remember = (token: string, payload: JWTPayload) => {
    const [oldest] = signed.keys();
    if (oldest !== undefined && signed.size >= REMEMBERED) signed.delete(oldest);
    signed.set(token, payload);
  };
  return {
    async sign({ personId, sessionId }, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const its = { sid: sessionId, sub: personId, jti: crypto.randomUUID(), iat, exp: iat + TOKEN_SECONDS };
      const payload = { ...its, iss: issuer, aud: AUDIENCE };
      const header = { alg: ALGORITHM, typ: TYPE, kid: newest.id };
      const token = await new SignJWT(payload).setProtectedHeader(header).sign(signer);
      // It comes back in a moment, and its signature is known to be good.
      remember(token, payload);
      return token;
    },
    async verify(token, now) {
      const known = signed.get(token);
      if (known) return claimsOf(known, now);
      if (!isCanonical(token)) return undefined;
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = header.kid ? verifiers.get(header.kid) : undefined;
            // A header that brings or points to a key of its own is no token of ours.
            if (!key || header.jwk || header.jku || header.x5u || header.x5c) throw new Error('unknown key');
            return key;
          },
          { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, issuer, currentDate: now, requiredClaims: ['exp'] },
        );
        // When it ends `claimsOf` says; when it begins no token of the shop does.
        if (payload.nbf === undefined) remember(token, payload);
        return claimsOf(payload, now);
      } catch {
        return undefined;
      }
    },
  };
}

export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  return { id: crypto.randomUUID(), privateJwk: (await exportJWK(privateKey)) as JsonWebKey };
}

/** One token, one spelling: of the letters that end a part, several would mean the same bytes. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the token says, if it says it as `sign` does. */
function claimsOf({ sub, sid, jti, iat, exp }: JWTPayload, now: Date): TokenClaims | undefined {
  if (![sub, sid, jti].every((id) => typeof id === 'string' && ID.test(id))) return undefined;
  if (!Number.isInteger(iat) || !Number.isInteger(exp)) return undefined;
  const [from, until] = [iat as number, exp as number];
  const seconds = Math.floor(now.getTime() / 1000);
  if (until <= seconds || until - from > TOKEN_SECONDS || from > now.getTime() / 1000 + SKEW_SECONDS) return undefined;
  return { personId: sub as string, sessionId: sid as string };
}

function publicPart({ d: _private, ...jwk }: JsonWebKey): JsonWebKey {
  return jwk;
}
