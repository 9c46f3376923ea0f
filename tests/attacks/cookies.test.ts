import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';

const shop = await ownShop();
const victim = await shop.person();
const other = await shop.person();
const secret = victim.cookie.split('=')[1] ?? '';
const hash = createHash('sha256').update(secret).digest();
const [session] = await shop.sql`select id from session where person_id = ${victim.id}`;
const bent = secret.slice(0, 20) + (secret[20] === 'A' ? 'B' : 'A') + secret.slice(21);

/** The one call that lives by the cookie: it gives out tokens. */
const ask = (cookie: string, headers: Record<string, string> = {}) =>
  shop.call('issueToken', {
    params: { email: victim.email },
    body: { email: victim.email },
    headers: { cookie, ...headers },
  });

const COOKIES: [string, string][] = [
  ['none', ''],
  ['an empty one', '__Host-sid='],
  ['the word null', '__Host-sid=null'],
  ['the token', `__Host-sid=${victim.token}`],
  ['the id of the session', `__Host-sid=${session?.id}`],
  ['the id of the person', `__Host-sid=${victim.id}`],
  ['the address', `__Host-sid=${encodeURIComponent(victim.email)}`],
  ['what the table keeps, in hex', `__Host-sid=${hash.toString('hex')}`],
  ['what the table keeps, in base64url', `__Host-sid=${hash.toString('base64url')}`],
  ['what the table keeps, as the database prints it', `__Host-sid=\\x${hash.toString('hex')}`],
  ['a letter less', `__Host-sid=${secret.slice(0, -1)}`],
  ['a letter more', `__Host-sid=${secret}A`],
  ['another letter', `__Host-sid=${bent}`],
  ['the first half', `__Host-sid=${secret.slice(0, 21)}`],
  ['backwards', `__Host-sid=${[...secret].reverse().join('')}`],
  ['in capitals', `__Host-sid=${secret.toUpperCase()}`],
  ['in small letters', `__Host-sid=${secret.toLowerCase()}`],
  ['twice in one', `__Host-sid=${secret}${secret}`],
  ['a zero byte behind it', `__Host-sid=${secret}%00`],
  ['a percent sign for all', '__Host-sid=%25'],
  ['SQL that is always true', `__Host-sid=${encodeURIComponent("' or '1'='1")}`],
  ['a broken escape', '__Host-sid=%E0%A4%A'],
  ['eight thousand letters', `__Host-sid=${'a'.repeat(8_000)}`],
  ['without its prefix', `sid=${secret}`],
  ['with the weaker prefix', `__Secure-sid=${secret}`],
  ['in small letters of its name', `__host-sid=${secret}`],
  ['in capitals of its name', `__HOST-SID=${secret}`],
  ['with another letter in its name', `__Host-s\u0069d2=${secret}`],
  ['of the sign-in with Google', `__Host-google=${secret}`],
  ['another one first', `__Host-sid=${bent}; __Host-sid=${secret}`],
  ['all in its name', `__Host-sid%3D${secret}`],
  ['behind a comma', `a=b, __Host-sid=${secret}`],
];

test('the cookie itself gives a token', async () => {
  expect((await ask(victim.cookie)).status).toBe(200);
});

test('nothing that is not the cookie gives one', async () => {
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const [name, cookie] of COOKIES) {
    const { status, body } = await ask(cookie);
    if (status !== 401 || body.code !== 'session_missing') through.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  expect(through).toEqual([]);
  expect(new Set(COOKIES.map(([, cookie]) => cookie)).size).toBe(COOKIES.length);
  expect(await shopState(shop.sql)).toBe(before);
});

test('the cookie of somebody else gives a token of nobody here, whoever holds one already', async () => {
  for (const headers of [{}, { authorization: `Bearer ${victim.token}` }])
    expect(await ask(other.cookie, headers)).toMatchObject({ status: 403, body: { code: 'not_yours' } });
});

test('a stolen cookie that another site sends gives nothing', async () => {
  for (const origin of ['https://evil.example', 'null', ''])
    expect(await ask(victim.cookie, { origin })).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
});
