import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createGoogle } from '../identity/google.ts';
import { createS3Store } from '../images/s3-store.ts';
import { createPayPal } from '../payments/paypal.ts';
import { createStripe } from '../payments/stripe.ts';

/** A server that sends whoever asks it to another one, and whether anybody went there. */
async function leadingAway(status: number): Promise<{ origin: string; asked: () => number; followed: () => number }> {
  let asked = 0;
  let followed = 0;
  const port = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener as never);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const inner = await port((_, response) => {
    followed += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const outer = await port((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(status, { location: `http://127.0.0.1:${inner}${request.url}` }).end();
  });
  return { origin: `http://127.0.0.1:${outer}`, asked: () => asked, followed: () => followed };
}

test.each([301, 302, 303, 307, 308])('no client of the shop follows a %i to another server', async (status) => {
  const to = await leadingAway(status);

  const payments = createStripe({ secretKey: 'sk_test_1', apiBase: to.origin, timeoutMs: 1_000 });
  expect((await payments.look('pi_1')).ok).toBe(false);
  expect((await payments.listEvents({})).ok).toBe(false);

  const paypal = createPayPal({
    ...{ clientId: 'a', clientSecret: 'b', live: false },
    ...{ apiBase: to.origin, timeoutMs: 1_000 },
  });
  expect((await paypal.look('5O190127TN364715T')).ok).toBe(false);

  const client = { clientId: 'shop', clientSecret: 'secret', redirectUri: 'http://shop.test/back' };
  const google = createGoogle({ ...client, issuer: to.origin, standIn: true });
  expect(await google.begin()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });

  const store = createS3Store({
    ...{ endpoint: to.origin, region: 'x', bucket: 'pictures' },
    ...{ accessKeyId: 'a', secretAccessKey: 'b' },
  });
  await expect(store.get(`${'a1'.repeat(16)}/640.webp`)).rejects.toThrow();

  expect(to.asked()).toBeGreaterThanOrEqual(5);
  expect(to.followed()).toBe(0);
});
