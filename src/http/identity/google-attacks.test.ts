import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { GoogleTrouble } from '#model/identity/google.ts';
import { CLIENT, type OwnBrowser, ownGoogle, type Tamper } from '../../../tests/harness/own-google.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';

const shop = await ownShop();
const google = await ownGoogle(shop);

const address = () => `victim-${randomUUID().slice(0, 8)}@example.com`;
const countOf = async (what: string) => (await shop.sql.unsafe(`select count(*)::int as n from ${what}`))[0]?.n;
const state = async () => [await shopState(shop.sql), await countOf('session')];
const query = (callback: URL, change: (query: URLSearchParams) => void): URL => {
  const changed = new URL(callback);
  change(changed.searchParams);
  return changed;
};

/** A way to arrive that must open nothing. It is prepared first; from then on no row may change. */
interface Attack {
  readonly name: string;
  readonly why: GoogleTrouble;
  /** What the protocol's client objected to; absent where the shop itself did. */
  readonly reason?: RegExp;
  readonly prepare: () => Promise<() => ReturnType<OwnBrowser['arrive']>>;
}

async function refused({ why, reason, prepare }: Attack): Promise<void> {
  const arrive = await prepare();
  const [before, entries] = [await state(), await countOf('audit')];
  expect(await arrive()).toMatchObject({ status: 303, to: `/login?google=${why}`, session: undefined });
  expect(await state()).toEqual(before);
  // Of what the shop never began nothing is written down.
  if (why === 'expired') return expect(await countOf('audit')).toBe(entries);
  const [row] = await shop.sql`select action, actor, meta from audit order by id desc limit 1`;
  expect(row).toMatchObject({ action: 'session.refused', actor: null, meta: { by: 'google', why } });
  expect(row?.meta.reason ?? '').toMatch(reason ?? /^$/);
}

/** A browser that is about to come back rightly, and where it would. */
async function underway(email = address()): Promise<{ browser: OwnBrowser; callback: URL }> {
  const browser = google.browser();
  return { browser, callback: await browser.toCallback({ email }) };
}

const callback = (
  name: string,
  why: GoogleTrouble,
  change: (query: URLSearchParams) => void,
  reason?: RegExp,
): Attack => ({
  name,
  why,
  ...(reason && { reason }),
  prepare: async () => {
    const { browser, callback } = await underway();
    return () => browser.arrive(query(callback, change));
  },
});

describe('the browser and its attempt', () => {
  const attacks: Attack[] = [
    callback('no state', 'expired', (q) => q.delete('state')),
    callback('an empty state', 'expired', (q) => q.set('state', '')),
    callback('another state', 'expired', (q) => q.set('state', 'A'.repeat(43))),
    callback('the state twice', 'expired', (q) => q.append('state', q.get('state') ?? '')),
    {
      name: 'a browser that has begun nothing',
      why: 'expired',
      prepare: async () => {
        const { callback } = await underway();
        return () => google.browser().arrive(callback);
      },
    },
    {
      name: "another one's finished sign-in, in a browser that has begun its own",
      why: 'expired',
      prepare: async () => {
        const attacker = await underway('attacker@example.com');
        const victim = await underway();
        return () => victim.browser.arrive(attacker.callback);
      },
    },
    {
      name: 'the cookie of the browser changed',
      why: 'expired',
      prepare: async () => {
        const { browser, callback } = await underway();
        browser.jar.set('__Host-google', 'B'.repeat(43));
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'the same answer a second time',
      why: 'expired',
      prepare: async () => {
        const { browser, callback } = await underway();
        expect(await browser.arrive(callback)).toMatchObject({ to: '/login' });
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'an answer after one that was refused',
      why: 'expired',
      prepare: async () => {
        const { browser, callback } = await underway();
        await browser.arrive(query(callback, (q) => q.set('code', 'made-up')));
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'an attempt that is too old',
      why: 'expired',
      prepare: async () => {
        const { browser, callback } = await underway();
        shop.passTime(10 * 60_000 + 1);
        return () => browser.arrive(callback);
      },
    },
  ];
  test.each(attacks)('$name', refused);

  test('the same answer five times at once opens one session', async () => {
    const { browser, callback } = await underway();
    const before = await countOf('session');
    const arrived = await Promise.all(Array.from({ length: 5 }, () => browser.arrive(callback)));
    expect(arrived.map(({ to }) => to).toSorted()).toEqual(['/login', ...Array(4).fill('/login?google=expired')]);
    expect(await countOf('session')).toBe(before + 1);
  });
});

describe('the code', () => {
  const PROVIDER_REFUSES = /^OAUTH_RESPONSE_BODY_ERROR invalid_grant$/;
  const attacks: Attack[] = [
    callback('none', 'refused', (q) => q.delete('code'), /^OAUTH_/),
    callback('made up', 'refused', (q) => q.set('code', 'A'.repeat(43)), PROVIDER_REFUSES),
    callback('twice', 'refused', (q) => q.append('code', 'A'.repeat(43)), /^OAUTH_/),
    {
      name: "of another one's sign-in",
      why: 'refused',
      reason: PROVIDER_REFUSES,
      prepare: async () => {
        const attacker = await underway('attacker@example.com');
        const { browser, callback } = await underway();
        const code = attacker.callback.searchParams.get('code') ?? '';
        return () => browser.arrive(query(callback, (q) => q.set('code', code)));
      },
    },
    {
      name: 'of a sign-in that has come to its end',
      why: 'refused',
      reason: PROVIDER_REFUSES,
      prepare: async () => {
        const done = await underway();
        await done.browser.arrive(done.callback);
        const { browser, callback } = await underway();
        const code = done.callback.searchParams.get('code') ?? '';
        return () => browser.arrive(query(callback, (q) => q.set('code', code)));
      },
    },
    {
      name: 'with another PKCE verifier',
      why: 'refused',
      reason: PROVIDER_REFUSES,
      prepare: async () => {
        const { browser, callback } = await underway();
        await shop.sql`update google_attempt set verifier = ${'C'.repeat(43)}`;
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'with another nonce',
      why: 'refused',
      reason: /^OAUTH_JWT_CLAIM_COMPARISON_FAILED$/,
      prepare: async () => {
        const { browser, callback } = await underway();
        await shop.sql`update google_attempt set nonce = ${'D'.repeat(43)}`;
        return () => browser.arrive(callback);
      },
    },
    callback('from another issuer', 'refused', (q) => q.set('iss', 'https://accounts.evil.example'), /^OAUTH_/),
    callback('from nobody', 'refused', (q) => q.delete('iss'), /^OAUTH_/),
    callback('beside an error', 'refused', (q) => q.set('error', 'server_error'), /^OAUTH_/),
  ];
  test.each(attacks)('$name', refused);
});

describe('an error instead of a code', () => {
  const instead = (error: string) => (q: URLSearchParams) => {
    q.delete('code');
    q.set('error', error);
  };
  const attacks: Attack[] = [
    callback('of the provider', 'refused', instead('server_error'), /server_error$/),
    callback('that is markup', 'refused', instead('"><script>alert(1)</script>'), /^OAUTH_/),
    callback(
      'of another issuer',
      'refused',
      (q) => {
        instead('access_denied')(q);
        q.set('iss', 'https://accounts.evil.example');
      },
      /^OAUTH_/,
    ),
    {
      name: 'because the person cancelled',
      why: 'cancelled',
      prepare: async () => {
        const browser = google.browser();
        const callback = await browser.cancel(await browser.begin());
        return () => browser.arrive(callback);
      },
    },
  ];
  test.each(attacks)('$name', refused);
});

describe('the ID token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsOf =
    (change: JWTPayload): Tamper =>
    (claims) =>
      google.sign({ ...claims, ...change });
  const without =
    (name: string): Tamper =>
    (claims) =>
      google.sign({ ...claims, [name]: undefined });
  const hmac =
    (secret: string | Buffer): Tamper =>
    (claims) => {
      const text = `${encode({ alg: 'HS256', kid: 'of-the-test' })}.${encode(claims)}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
  const { privateKey: ownKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { publicKey: otherPublic, privateKey: otherPrivate } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const withKey =
    (key: typeof ownKey, header: object): Tamper =>
    async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'of-the-test', ...header })
        .sign(await importJWK(key.export({ format: 'jwk' }) as JWK, 'RS256'));
  const now = () => Math.floor(Date.now() / 1000);
  const INVALID =
    /^OAUTH_(INVALID_RESPONSE|JWT_\w+|RESPONSE_\w+|UNSUPPORTED_OPERATION|KEY_SELECTION_FAILED|PARSE_ERROR)$/;
  const CLAIM = /^OAUTH_(JWT_CLAIM_COMPARISON_FAILED|JWT_TIMESTAMP_CHECK_FAILED|INVALID_RESPONSE)$/;

  const token = (name: string, how: Tamper, why: GoogleTrouble = 'refused', reason?: RegExp): Attack => ({
    name,
    why,
    ...(reason && { reason }),
    prepare: async () => {
      const { browser, callback } = await underway();
      return () => google.tampering(how, () => browser.arrive(callback));
    },
  });
  const attacks: Attack[] = [
    token('missing', () => undefined, 'refused', INVALID),
    token('no token at all', () => 'nonsense', 'refused', INVALID),
    token('alg none', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`, 'refused', INVALID),
    token('unsigned', (_, signed) => signed.replace(/[^.]+$/, ''), 'refused', INVALID),
    token('HS256 with the secret of the client', hmac(CLIENT.clientSecret), 'refused', INVALID),
    token(
      'HS256 with the public key',
      hmac(google.publicKey.export({ type: 'spki', format: 'pem' }) as string),
      'refused',
      INVALID,
    ),
    token('a wrong key', withKey(ownKey, {}), 'refused', INVALID),
    token('a wrong key of another name', withKey(ownKey, { kid: 'mine' }), 'refused', INVALID),
    token(
      'a key that it brings along',
      withKey(otherPrivate, { jwk: otherPublic.export({ format: 'jwk' }) }),
      'refused',
      INVALID,
    ),
    token(
      'claims changed under the signature',
      (claims, signed) => {
        const [header, , signature] = signed.split('.');
        return [header, encode({ ...claims, email: 'attacker@example.com' }), signature].join('.');
      },
      'refused',
      INVALID,
    ),
    token('for another client', claimsOf({ aud: 'another' }), 'refused', CLAIM),
    token('for several clients', claimsOf({ aud: ['shop', 'another'], azp: 'shop' })),
    token('for another party of ours', claimsOf({ azp: 'another' })),
    token('for nobody', without('aud'), 'refused', CLAIM),
    token('of another issuer', claimsOf({ iss: 'https://accounts.evil.example' }), 'refused', CLAIM),
    token(
      'of an issuer that begins like ours',
      claimsOf({ iss: `${google.origin}/sandbox/google/evil` }),
      'refused',
      CLAIM,
    ),
    token('of nobody', without('iss'), 'refused', CLAIM),
    token('of the past', claimsOf({ exp: now() - 3600 }), 'refused', CLAIM),
    token('without an end', without('exp'), 'refused', CLAIM),
    token('of the future', claimsOf({ nbf: now() + 3600 }), 'refused', CLAIM),
    token('with another nonce', claimsOf({ nonce: 'E'.repeat(43) }), 'refused', CLAIM),
    token('without a nonce', without('nonce'), 'refused', CLAIM),
    token('without a subject', without('sub'), 'refused', CLAIM),
    token('an address that is not verified', claimsOf({ email_verified: false }), 'unverified'),
    token('an address that is "true"', claimsOf({ email_verified: 'true' }), 'unverified'),
    token('an address that is 1', claimsOf({ email_verified: 1 }), 'unverified'),
    token('an address without a word about it', without('email_verified'), 'unverified'),
    token('no address', without('email'), 'unusable'),
    token('no text for an address', claimsOf({ email: ['a@example.com'] }), 'unusable'),
    token('two addresses in one', claimsOf({ email: 'a@example.com,b@example.com' }), 'unusable'),
    token('an address with a line break', claimsOf({ email: 'a@example.com\nbcc: b@example.com' }), 'unusable'),
  ];
  test.each(attacks)('$name', refused);
});

describe('the account', () => {
  const known = async () => {
    const email = address();
    await google.browser().enter({ email });
    return email;
  };
  const attacks: Attack[] = [
    {
      name: 'the same address with another subject: it has changed hands at Google',
      why: 'other_account',
      prepare: async () => {
        const { browser, callback } = await underway(await known());
        return () =>
          google.tampering(
            (claims) => google.sign({ ...claims, sub: '1234567890' }),
            () => browser.arrive(callback),
          );
      },
    },
    {
      name: 'of a disabled person, known by the subject',
      why: 'closed',
      prepare: async () => {
        const email = await known();
        await shop.sql`update person set disabled_at = now() where email = ${email}`;
        const { browser, callback } = await underway(email);
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'of a disabled person, known by the address',
      why: 'closed',
      prepare: async () => {
        const { id, email } = await shop.person();
        await shop.sql`update person set disabled_at = now() where id = ${id}`;
        const { browser, callback } = await underway(email);
        return () => browser.arrive(callback);
      },
    },
    {
      name: 'not verified by the provider, the address of somebody here',
      why: 'unverified',
      prepare: async () => {
        const { email } = await shop.person();
        const browser = google.browser();
        const callback = await browser.choose(await browser.begin(), { email, verified: false });
        return () => browser.arrive(callback);
      },
    },
  ];
  test.each(attacks)('$name', refused);
});

describe('the provider', () => {
  const asked = async (change: (query: URLSearchParams) => void) => {
    const browser = google.browser();
    const { to } = await browser.go('/auth/google');
    return browser.go(query(to as URL, change));
  };

  test.each([
    'https://evil.example/auth/google/callback',
    `${google.origin}/auth/google/callback/`,
    `${google.origin}/auth/google/callback?next=https://evil.example`,
    `${google.origin}/`,
  ])('sends nobody to %s', async (address) => {
    const answer = await asked((q) => q.set('redirect_uri', address));
    expect(answer).toMatchObject({ status: 400, to: null });
  });

  test('gives no code to a request without PKCE', async () => {
    const answer = await asked((q) => {
      q.delete('code_challenge');
      q.delete('code_challenge_method');
    });
    expect(answer.to?.searchParams.get('error')).toBe('invalid_request');
  });

  test('lets nobody else take up a sign-in page', async () => {
    const page = await google.browser().begin();
    expect((await google.browser().go(page)).status).toBe(410);
    expect((await google.browser().go(page, { email: 'attacker@example.com', verified: 'on' })).status).toBe(410);
  });
});
