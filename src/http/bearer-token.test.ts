import { createHmac, randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { ORIGIN, ownShop, type Person } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();
let one = await shop.person();
beforeEach(async () => {
  one = await shop.renewed(one);
});
const MINUTE = 60_000;

const statusWith = async (token: string, person: Person = one) =>
  (await shop.call('listMyOrders', { params: { email: person.email }, headers: { authorization: `Bearer ${token}` } }))
    .status;

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function shopKey() {
  const [row] = await shop.sql`select id, private_jwk as jwk from signing_key`;
  return { kid: row?.id as string, privateJwk: row?.jwk as JsonWebKey };
}

/** A token signed with the shop's own key, right in all but what is given. */
async function signed(
  header: Partial<JWTHeaderParameters> = {},
  claims: Record<string, unknown> = {},
  key?: CryptoKey,
) {
  const { kid, privateJwk } = await shopKey();
  const [, payload] = one.token.split('.');
  const token = new SignJWT({ ...decode(payload), ...claims });
  token.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header } as JWTHeaderParameters);
  return token.sign(key ?? ((await importJWK(privateJwk as never, 'EdDSA')) as CryptoKey));
}

test('names a person and a session, and neither a right nor an address', async () => {
  const [header, payload] = one.token.split('.');
  expect(decode(header)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: (await shopKey()).kid });
  expect(Object.keys(decode(payload)).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  expect(decode(payload)).toMatchObject({ aud: 'tools-api', iss: ORIGIN, sub: one.id });
  expect(await statusWith(await signed())).toBe(200);
});

test('is good for ten minutes; a new one is given for the session, and the two are not the same', async () => {
  const early = one.token;
  shop.passTime(9.9 * MINUTE);
  expect(await statusWith(early)).toBe(200);
  shop.passTime(0.2 * MINUTE);
  expect(await statusWith(early)).toBe(401);
  const later = (await shop.renewed(one)).token;
  expect(later).not.toBe(early);
  expect(await statusWith(later)).toBe(200);
});

describe('forgeries are refused', () => {
  const other = shop.person();
  const forgeries: [string, () => Promise<string>][] = [
    ['no algorithm', async () => unsigned('none')],
    ['no algorithm, spelt oddly', async () => unsigned('nOnE')],
    ['an empty signature', async () => one.token.replace(/[^.]+$/, '')],
    [
      'the signature of another token',
      async () => {
        const [head, , signature] = (await shop.renewed(one)).token.split('.');
        return [head, one.token.split('.')[1], signature].join('.');
      },
    ],
    ['HMAC with the public key as PEM', async () => hmac(await publicPem())],
    ['HMAC with the public key as JWK', async () => hmac(JSON.stringify(await publicJwk()))],
    ['HMAC with the raw public key', async () => hmac(Buffer.from((await publicJwk()).x ?? '', 'base64url'))],
    ['a key of its own under our name', async () => signed({}, {}, (await pair()).privateKey)],
    [
      'a key of its own in the header',
      async () => {
        const { privateKey, publicKey } = await pair();
        return signed({ jwk: await exportJWK(publicKey) } as never, {}, privateKey);
      },
    ],
    ['our key, and one in the header', async () => signed({ jwk: await publicJwk() } as never)],
    ['a link to keys', async () => signed({ jku: 'https://evil.example/keys' } as never)],
    ['a certificate', async () => signed({ x5c: ['MII'] } as never)],
    ['another key id', async () => signed({ kid: randomUUID() })],
    ['a key id that is a path', async () => signed({ kid: '../../dev/null' })],
    ['no key id', async () => signed({ kid: undefined } as never)],
    ['a token of another kind', async () => signed({ typ: 'JWT' })],
    ['an ended one', async () => signed({}, { exp: seconds() - 1 })],
    ['one that never ends', async () => signed({}, { exp: undefined })],
    ['one for another audience', async () => signed({}, { aud: 'other-api' })],
    ['one of another shop', async () => signed({}, { iss: 'https://other.example' })],
    ['no audience', async () => signed({}, { aud: undefined })],
    ['a session that never was', async () => signed({}, { sid: randomUUID() })],
    ['no session', async () => signed({}, { sid: undefined })],
    ['the session of another person', async () => signed({}, { sid: decode((await other).token.split('.')[1]).sid })],
    ['another person for this session', async () => signed({}, { sub: (await other).id })],
  ];

  test.each(forgeries)('%s', async (_what, forge) => {
    const token = await forge();
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(token, await other)).toBe(401);
  });

  test('every change of a single letter', async () => {
    for (let at = 0; at < one.token.length - 1; at += 7) {
      const letter = one.token[at] === 'A' ? 'B' : 'A';
      if (one.token[at] === '.') continue;
      const changed = one.token.slice(0, at) + letter + one.token.slice(at + 1);
      expect(await statusWith(changed), `letter ${at}`).toBe(401);
    }
  });

  const seconds = () => Math.floor(shop.context.clock().getTime() / 1000);
  const pair = () => generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicJwk = async () => {
    const { d: _private, ...jwk } = (await shopKey()).privateJwk;
    return jwk;
  };
  const publicPem = async () =>
    exportSPKI((await importJWK((await publicJwk()) as never, 'EdDSA', { extractable: true })) as CryptoKey);
  const unsigned = (alg: string) => `${encode({ alg, typ: 'at+jwt' })}.${one.token.split('.')[1]}.`;
  const hmac = async (secret: string | Buffer) => {
    const text = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: (await shopKey()).kid })}.${one.token.split('.')[1]}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
});
