import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Mishap } from '#model/kernel/mishaps.ts';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';
import { misbehave } from '../kernel/misbehave.ts';

const always = (...mishaps: Mishap[]) => new Map(mishaps.map((mishap) => [mishap, 100] as const));

/** A shop that takes every webhook, and what came. */
async function receiver() {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      taken.push(JSON.parse(text).type);
      response.end();
    });
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { taken, webhook: { url, secret: 'whsec_forTheTest' } };
}

test('webhooks arrive twice', async () => {
  const { taken, webhook } = await receiver();
  const shop = await startStripeSandbox({ webhook, mishaps: always('double-webhooks') });
  await shop.newPayment();
  await vi.waitUntil(() => taken.length === 2);
  expect(taken).toEqual(['payment_intent.created', 'payment_intent.created']);
});

test('webhooks are lost and are not sent later either, but stand in the list of events', async () => {
  const { taken, webhook } = await receiver();
  const lossy = new Map([['lost-webhooks', 100]] as const);
  const shop = await startStripeSandbox({ webhook, mishaps: lossy });
  await shop.newPayment();
  expect((await shop.stripe.events.list()).data.map((it) => it.type)).toEqual(['payment_intent.created']);
  shop.sandbox.sendWebhooksTo(webhook);
  await shop.newPayment();
  expect(taken).toEqual([]);
});

test('an error after the effect is the answer to its key for good; without a key the effect shows', async () => {
  const shop = await startStripeSandbox({ mishaps: always('errors-after') });
  const fields = { amount: '7140', currency: 'usd' };
  const pay = () => shop.server('/v1/payment_intents', fields, { 'idempotency-key': 'one' });
  expect((await pay()).status).toBe(500);
  expect(await pay()).toMatchObject({ status: 500 });
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('a call that is done and never answered is done once: its next try finds it', async () => {
  let silent = true;
  const shop = await startStripeSandbox({ trouble: () => (silent ? 'silent-after' : 'none') });
  const impatient = AbortSignal.timeout(300);
  const form = { amount: '7140', currency: 'usd' };
  const ask = (signal?: AbortSignal) =>
    fetch(`${shop.origin}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc', 'idempotency-key': 'one' },
      body: new URLSearchParams(form),
      ...(signal ? { signal } : {}),
    });
  await expect(ask(impatient)).rejects.toThrow();
  silent = false;
  const again = await ask();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('each mishap strikes as often as it is asked to, and reading cannot lose an effect', async () => {
  let drawn = 0.29;
  const { trouble, fate } = misbehave(
    new Map([
      ['silence-after', 30],
      ['late-webhooks', 30],
    ] as const),
    () => drawn,
  );
  expect(await trouble({ method: 'POST' })).toBe('silent-after');
  expect(await trouble({ method: 'GET' })).toBe('none');
  expect(fate().afterMs).toBeGreaterThan(0);
  drawn = 0.3;
  expect(await trouble({ method: 'POST' })).toBe('none');
  expect(fate()).toEqual({ lost: false, twice: false, afterMs: 0 });
});
