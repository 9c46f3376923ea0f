import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Short-lived tokens of a person and a session. Rights are not in them: they are read at each request. */
export interface BearerTokens {
  sign(claims: TokenClaims, now: Date): Promise<string>;
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

export const TOKEN_SECONDS = 600;
/** Verified tokens to keep, about 1 kB each; the oldest is dropped first. */
const REMEMBERED = 5_000;
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
  // Caches verified signatures only: the keys never change, but the claims are checked each time.
  const signed = new Map<string, JWTPayload>();
  const remember = (token: string, payload: JWTPayload) => {
    const [oldest] = signed.keys();
    if (oldest !== undefined && signed.size >= REMEMBERED) signed.delete(oldest);
    signed.set(token, payload);
  };
  return {
    async sign({ personId, sessionId }, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const claims = { sid: sessionId, sub: personId, jti: crypto.randomUUID(), iat, exp: iat + TOKEN_SECONDS };
      const payload = { ...claims, iss: issuer, aud: AUDIENCE };
      const header = { alg: ALGORITHM, typ: TYPE, kid: newest.id };
      const token = await new SignJWT(payload).setProtectedHeader(header).sign(signer);
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
            // Rejects tokens that bring their own key or point to one.
            if (!key || header.jwk || header.jku || header.x5u || header.x5c) throw new Error('unknown key');
            return key;
          },
          { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, issuer, currentDate: now, requiredClaims: ['exp'] },
        );
        // `claimsOf` does not check `nbf`, which the shop's own tokens never have.
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

/** Accepts one spelling only: base64url has several for the same bytes. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
