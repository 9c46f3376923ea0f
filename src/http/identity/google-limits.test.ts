import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { GOOGLE } from '#model/identity/google.ts';
import { identifier } from '#platform/postgres/sql.ts';
import { GOOGLE_ATTEMPTS_AN_HOUR } from '#services/identity/begin-google.ts';
import { ownGoogle } from '../../../tests/harness/own-google.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const HOUR = 3_600_000;
const shop = await ownShop(undefined, undefined, { signUpsPerHour: 3 });
const google = await ownGoogle(shop);

const address = () => `google-${randomUUID().slice(0, 8)}@example.com`;
const enter = (email: string) => google.browser().enter({ email });
const count = async (table: string) => Number((await shop.sql`select count(*) from ${identifier(table)}`)[0]?.count);
const attempts = () => count('google_attempt');

test('an account that Google opens is a sign-up of its network; an account that is there is none', async () => {
  const body = () => ({ name: 'Dana Ortiz', email: address(), password: 'secret-of-a-test' });
  const known = address();
  expect((await enter(known)).to).toBe('/login');
  for (let n = 0; n < 3; n += 1) expect((await enter(known)).to).toBe('/login');
  expect((await shop.call('signUp', { body: body() })).status).toBe(200);
  expect((await enter(address())).to).toBe('/login');

  const people = await count('person');
  expect(await enter(address())).toMatchObject({ to: '/login?google=too_many_sign_ups', session: undefined });
  expect(await count('person')).toBe(people);
  expect((await enter(known)).to).toBe('/login');
  expect((await shop.call('signUp', { body: body() })).body.code).toBe('too_many_attempts');
  expect((await shop.call('signUp', { body: body(), from: '198.51.100.7' })).status).toBe(200);
  shop.passTime(HOUR);
  expect((await enter(address())).to).toBe('/login');
});

test('so many sign-ins with Google a network may begin, and no more of them leave a row', async () => {
  shop.passTime(HOUR);
  const browser = google.browser();
  const begin = async () => (await browser.go(GOOGLE.start)).to;
  const before = await attempts();
  for (let n = 0; n < GOOGLE_ATTEMPTS_AN_HOUR; n += 20) await Promise.all(Array.from({ length: 20 }, begin));
  const full = await attempts();
  expect(full - before).toBeGreaterThan(GOOGLE_ATTEMPTS_AN_HOUR - 10);
  const refused = await Promise.all(Array.from({ length: 20 }, begin));
  expect(refused.map((to) => `${to?.pathname}${to?.search}`)).toEqual(
    Array(20).fill('/login?google=too_many_sign_ins'),
  );
  expect(await attempts()).toBe(full);
  shop.passTime(HOUR);
  expect((await begin())?.pathname).not.toBe('/login');
});
