import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_ACCOUNTS } from '../../src/model/identity/demo.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';

const ORIGIN = 'https://shop.example';
let shop: ShopProcess;

// No key of a real account: what the shop asks Stripe goes unanswered, and it is open all the same.
beforeAll(async () => {
  shop = await startShopProcess({
    folder: await shopFolder(theShop().folder),
    env: {
      STRIPE_SECRET_KEY: 'sk_live_of_a_test',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_of_a_test',
      PUBLIC_ORIGIN: ORIGIN,
      LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await rm(shop.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const get = (path: string) => fetch(`${shop.origin}${path}`, { redirect: 'manual' });
async function post(path: string, body: object) {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' };
  const answer = await fetch(`${shop.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

test('where real money moves nothing of a demonstration is there', async () => {
  for (const path of [
    '/sandbox/mailbox/',
    '/sandbox/stripe/v1/payment_intents',
    '/sandbox/google/.well-known/openid-configuration',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  for (const { email, password } of Object.values(DEMO_ACCOUNTS))
    expect(await post('/auth/sign-in', { email, password })).toMatchObject({ status: 401 });
  expect(await (await get('/login')).text()).not.toMatch(/Demo Account|sandbox/);
  expect((await get('/auth/google')).headers.get('location')).toBe('/login?google=off');
  for (const path of ['/@vite/client', '/src/web/root.tsx', '/debug'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('where real money moves nothing is made up: no tools, no reviews, no partners, no figures', async () => {
  for (const path of ['/tools', '/review']) expect([path, await (await get(path)).json()]).toEqual([path, []]);
  const home = await (await get('/')).text();
  expect(home).toContain('Nothing is on sale at the moment.');
  expect(home).toContain('Frequently asked questions');
  // Without keys of PayPal it is offered nowhere.
  expect(home).toContain('When will my order ship?');
  expect(home).not.toContain('PayPal');
  for (const madeUp of ['Halden Forge', '10,000', 'What clients say', 'aggregateRating'])
    expect(home).not.toContain(madeUp);
});

test.skipIf(process.platform !== 'linux')(
  'an open shop is small: nothing is in its memory that only some shops need',
  async () => {
    for (const path of ['/', '/tools', '/login', '/myPortfilo', '/openapi.json'])
      expect((await get(path)).status).toBe(200);
    const pid = shop.child.pid;
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThan(200);
    expect(await readFile(`/proc/${pid}/maps`, 'utf8')).not.toContain('libvips');
  },
);

test('every answer asks browsers to stay with https', async () => {
  for (const path of ['/', '/tools', '/none', '/favicon.svg', '/healthz'])
    expect([path, (await get(path)).headers.get('strict-transport-security')]).toEqual([
      path,
      'max-age=31536000; includeSubDomains',
    ]);
});

test('a password that others guess first opens no account, a better one does', async () => {
  const person = { name: 'Dana Ortiz', email: 'dana.ortiz@northgate.example' };
  for (const password of ['123456', 'password1', 'Toolyard26', 'dana.ortiz', 'shop.example'])
    expect(await post('/auth/sign-up', { ...person, password })).toMatchObject({
      status: 400,
      body: { code: 'weak_password' },
    });
  expect((await post('/auth/sign-up', { ...person, password: 'nine green bottles' })).status).toBe(200);
});

test('without its keys the same shop opens only as a copy to try things with, and nothing is invented in it', async () => {
  await shop.stop();
  const { folder } = shop;
  await expect(startShopProcess({ folder })).rejects.toThrow('These data are of a shop that takes real payments');
  const env = { ...process.env, SHOP_DATA: folder };
  const fill = spawnSync(process.execPath, ['scripts/fill.ts', '--tools', '1', '--orders', '1'], { env });
  expect([fill.status, String(fill.stderr)]).toEqual([1, expect.stringContaining('Invented orders belong')]);
  // Its customers are real: nothing may let anybody into their accounts, or hand the shop to strangers.
  shop = await startShopProcess({ folder, env: { TEST_COPY: 'on', PUBLIC_ORIGIN: ORIGIN, LOG_LEVEL: 'silent' } });
  for (const path of ['/sandbox/mailbox/', '/sandbox/google/.well-known/openid-configuration'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  for (const { email, password } of Object.values(DEMO_ACCOUNTS))
    expect(await post('/auth/sign-in', { email, password })).toMatchObject({ status: 401 });
  expect((await get('/auth/google')).headers.get('location')).toBe('/login?google=off');
  await shop.stop();
  shop = await startShopProcess({ folder, env: { TEST_COPY: 'on', DEMO_ACCOUNTS: 'on' } });
  expect((await get('/sandbox/mailbox/')).status).toBe(200);
  await vi.waitFor(() => expect(shop.said()).toContain('It is a demonstration'));
});
