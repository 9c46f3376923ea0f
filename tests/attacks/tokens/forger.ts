import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Person, TestShop } from '../../harness/own-shop.ts';

/** One attack: what it is, and the headers that it sends. */
export type Attack = readonly [name: string, headers: Record<string, string>];

export type Claims = Record<string, unknown>;

/** What somebody who forges tokens has: good ones of two people, the shop's public key and keys of their own. */
export type Forger = Awaited<ReturnType<typeof createForger>>;

export async function createForger(shop: TestShop, victim: Person, other: Person) {
  const [row] = await shop.sql`select id, private_jwk as jwk from signing_key`;
  const shopKey = createPrivateKey({ key: row?.jwk, format: 'jwk' });
  const publicKey = createPublicKey(shopKey);
  const kid = row?.id as string;
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid };
  const claims = decode(victim.token.split('.')[1]) as Claims & { sub: string; sid: string; iss: string };
  const own = {
    ed25519: generateKeyPairSync('ed25519'),
    ed448: generateKeyPairSync('ed448'),
    rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    p521: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    k256: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  };
  const now = Math.floor(shop.context.clock().getTime() / 1000);

  /** A token of any two texts, signed as `how` says. */
  const joined = (first: string, second: string, how: (text: string) => Buffer) => {
    const text = `${base64url(first)}.${base64url(second)}`;
    return `${text}.${base64url(how(text))}`;
  };
  const byEd = (key: KeyObject) => (text: string) => sign(null, Buffer.from(text), key);

  return {
    victim,
    other,
    kid,
    header,
    claims,
    otherClaims: decode(other.token.split('.')[1]) as Claims & { sub: string; sid: string },
    own,
    now,
    publicKey,
    publicJwk: publicKey.export({ format: 'jwk' }),
    /** Signed with the shop's own key: only what the token says is wrong. */
    signed: (its: { header?: object; claims?: object; payload?: string } = {}) =>
      joined(
        JSON.stringify({ ...header, ...its.header }),
        its.payload ?? JSON.stringify({ ...claims, ...its.claims }),
        byEd(shopKey),
      ),
    /** Signed with a key of the forger's own. */
    ownSigned: (its: object = {}, how: (text: string) => Buffer = byEd(own.ed25519.privateKey)) =>
      joined(JSON.stringify({ ...header, ...its }), JSON.stringify(claims), how),
    hmac: (hash: string, secret: string | Buffer, its: object = {}) =>
      joined(JSON.stringify({ ...header, alg: `HS${hash.slice(3)}`, ...its }), JSON.stringify(claims), (text) =>
        createHmac(hash, secret).update(text).digest(),
      ),
    joined,
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const base64url = (part: string | Buffer): string => Buffer.from(part).toString('base64url');

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
