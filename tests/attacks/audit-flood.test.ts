import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { createApp } from '#http/app.ts';
import { GOOGLE } from '#model/identity/google.ts';
import { GOOGLE_REFUSALS_AN_HOUR } from '#services/identity/finish-google.ts';
import { ownGoogle } from '../harness/own-google.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';

const NIGHT = import.meta.env.MODE === 'night';
/** So often is each tried. */
const TRIES = NIGHT ? 100 : 5;
vi.setConfig({ testTimeout: NIGHT ? 1_800_000 : 60_000 });

const shop = await ownShop();
const google = await ownGoogle(shop);
const app = createApp({ context: google.context, publicOrigin: ORIGIN, shopName: 'Toolyard' });
const known = await shop.person();

const entries = async (): Promise<number> => (await shop.sql`select count(*)::int as n from audit`)[0]?.n;
const secret = () => randomBytes(32).toString('base64url');

/** A request of somebody who has no session, from a network of its own. */
let network = 0;
async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<number> {
  network += 1;
  const remoteAddress = `198.18.${Math.floor(network / 250) % 250}.${network % 250}`;
  const sent = { method, headers: { origin: ORIGIN, ...headers }, ...(body !== undefined && { body }) };
  const response = await app.request(`${ORIGIN}${path}`, sent, { incoming: { socket: { remoteAddress } } });
  await response.text();
  return response.status;
}

/** Ways to seem somebody. */
const DISGUISES = (): Record<string, string>[] => [
  {},
  { cookie: `__Host-sid=${secret()}` },
  { authorization: `Bearer ${known.token.slice(0, -4)}AAAA`, cookie: `__Host-sid=${secret()}` },
];

const JSON_BODY = { 'content-type': 'application/json' };
const JUNK = [
  '{}',
  JSON.stringify({ email: 'nobody@example.com', password: 'wrong password', token: secret(), name: 'Nobody' }),
];

test('no call without a session leaves a row in the audit', async () => {
  const before = await entries();
  const all = (Object.values(calls) as Call[]).filter(({ name }) => name !== 'signUp');
  for (let n = 0; n < TRIES; n += 1)
    for (const { method, path } of all)
      for (const disguise of DISGUISES()) {
        const address = path.replace('{email}', known.email).replace('{id}', randomUUID());
        if (method === 'GET') await ask(method, address, disguise);
        else for (const body of JUNK) await ask(method, address, { ...JSON_BODY, ...disguise }, body);
      }
  expect(await entries()).toBe(before);
  expect(all.length).toBeGreaterThan(20);
});

test('a callback of a sign-in that the shop never began leaves none', async () => {
  const before = await entries();
  const answers = [
    '',
    '?state=x',
    `?state=${secret()}&code=${secret()}`,
    '?state=a&state=b',
    '?error=access_denied&state=x',
  ];
  for (let n = 0; n < TRIES * 10; n += 1)
    for (const answer of answers)
      for (const cookie of [undefined, `__Host-google=${secret()}`])
        expect(await ask('GET', `${GOOGLE.callback}${answer}`, cookie ? { cookie } : {})).toBe(303);
  expect(await entries()).toBe(before);
});

test('a refused sign-in leaves one, up to an hourly limit per network', async () => {
  const refuse = async () => {
    const browser = google.browser();
    const callback = await browser.toCallback({ email: `a-${randomUUID()}@example.com` });
    callback.searchParams.set('code', 'made-up');
    expect(await browser.arrive(callback)).toMatchObject({ to: '/login?google=refused' });
  };
  const before = await entries();
  for (let n = 0; n < 3; n += 1) await refuse();
  expect(await entries()).toBe(before + 3);
  await shop.sql`update allowance set used = ${GOOGLE_REFUSALS_AN_HOUR} where used = 3`;
  await refuse();
  expect(await entries()).toBe(before + 3);
});

test('a wrong password for an account leaves one, for an unknown address none', async () => {
  const guess = (email: string) =>
    ask('POST', '/auth/sign-in', JSON_BODY, JSON.stringify({ email, password: 'a wrong password' }));
  const before = await entries();
  expect(await guess(known.email)).toBe(401);
  expect(await entries()).toBe(before + 1);
  for (let n = 0; n < TRIES * 4; n += 1) expect(await guess(`nobody-${randomUUID()}@example.com`)).toBe(401);
  expect(await entries()).toBe(before + 1);
});
