import { request } from 'node:http';
import { expect, test } from 'vitest';
import { ownGoogle } from '../../../tests/harness/own-google.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const google = await ownGoogle(await ownShop());

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
  expect(await google.browser().enter({ email: 'next@example.com' })).toMatchObject({ status: 303, to: '/' });
});
