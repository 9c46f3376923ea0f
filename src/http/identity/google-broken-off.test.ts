import { request } from 'node:http';
import { expect, test } from 'vitest';
import { GOOGLE } from '#model/identity/google.ts';
import { ownGoogle } from '../../../tests/harness/own-google.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const google = await ownGoogle(shop);

test('who breaks off while the stand-in reads their choice ends nothing but their own request', async () => {
  const browser = google.browser();
  const page = await browser.begin();
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const broken = new Promise<void>((done) => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1000' };
    const sending = request(page, { method: 'POST', headers });
    sending.on('error', () => done());
    sending.write('email=', () => setImmediate(() => sending.destroy(new Error('gone'))));
  });
  await broken;
  expect(await google.browser().enter({ email: 'next@example.com' })).toMatchObject({ status: 303, to: '/login' });
});

test('when the database fails, sign-in with Google leads to the login page and not to a JSON error', async () => {
  const browser = google.browser();
  const callback = await browser.toCallback({ email: 'later@example.com' });
  await shop.sql`alter table google_attempt rename to away`;
  try {
    const begun = await google.browser().go(GOOGLE.start);
    expect(`${begun.to?.pathname}${begun.to?.search}`).toBe('/login?google=busy');
    expect(await browser.arrive(callback)).toMatchObject({ status: 303, to: '/login?google=busy' });
  } finally {
    await shop.sql`alter table away rename to google_attempt`;
  }
  expect(await browser.arrive(callback)).toMatchObject({ status: 303, to: '/login' });
});
