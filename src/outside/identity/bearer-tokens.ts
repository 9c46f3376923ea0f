import { type CryptoKey, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';

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
const TOKEN_MINUTES = 10;

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
  return {
    sign: ({ personId, sessionId }, now) => {
      const seconds = Math.floor(now.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: newest.id })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(personId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + TOKEN_MINUTES * 60)
        .sign(signer);
    },
    async verify(token, now) {
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
        const { sub, sid } = payload;
        return typeof sub === 'string' && typeof sid === 'string' ? { personId: sub, sessionId: sid } : undefined;
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

function publicPart({ d: _private, ...jwk }: JsonWebKey): JsonWebKey {
  return jwk;
}
