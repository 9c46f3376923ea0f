import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';
import { SECRET_KEY, startStripeSandbox } from '../../../tests/harness/stripe-sandbox.ts';
import { createStripe } from './stripe.ts';

const secret = 'whsec_forTheTest';
const payments = createStripe({ secretKey: SECRET_KEY, apiBase: 'http://127.0.0.1:9', webhookSecret: secret });

const payload = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  created: 1_795_262_400,
  livemode: false,
  type: 'charge.refunded',
  data: { object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', description: 'Zürich' } },
});

it('takes what the sandbox sends', async () => {
  const received = Promise.withResolvers<{ body: Buffer; signature: string }>();
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end();
    received.resolve({ body: Buffer.concat(chunks), signature: request.headers['stripe-signature'] as string });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { newPayment } = await startStripeSandbox({ webhook: { url, secret } });
  const { id } = await newPayment();

  const { body, signature } = await received.promise;

  expect(payments.verifyWebhook(body, () => signature)).toMatchObject({
    ok: true,
    value: { type: 'payment_intent.created', livemode: false, paymentId: id, createdAt: expect.any(Date) },
  });
});

it('names the payment of an event about a charge', () => {
  expect(payments.verifyWebhook(bytes(payload), () => sign(payload))).toEqual({
    ok: true,
    value: {
      id: 'evt_1',
      type: 'charge.refunded',
      createdAt: new Date('2026-11-21T12:00:00Z'),
      livemode: false,
      paymentId: 'pi_1',
    },
  });
});

const header = sign(payload);
const [time = '', mac = ''] = header.split(',');
it.each([
  ['no signature', payload, undefined],
  ['an empty signature', payload, ''],
  ['another secret', payload, sign(payload, { secret: 'whsec_other' })],
  ['a signature of 5 minutes and a second ago', payload, sign(payload, { timestamp: now() - 301 })],
  ['a later time put on it', payload, `t=${now() + 5},${mac}`],
  ['its time taken away', payload, mac],
  ['its code taken away', payload, time],
  ['an older scheme', payload, `${time},${mac.replace('v1=', 'v0=')}`],
  ['a shortened code', payload, header.slice(0, -2)],
  ['another digit', payload, header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['an upper-case code', payload, `${time},v1=${mac.slice(3).toUpperCase()}`],
  ['words', payload, 'nonsense'],
  ['another payment in the body', payload.replace('pi_1', 'pi_2'), header],
  ['a space more', payload.replace(':', ': '), header],
  ['a line end more', `${payload}\n`, header],
  ['the body printed anew', JSON.stringify(JSON.parse(payload), null, 1), header],
  ['a byte order mark', `\ufeff${payload}`, header],
  ['no body', '', header],
])('refuses %s', (_, body, signature) => {
  expect(payments.verifyWebhook(bytes(body), () => signature)).toMatchObject({
    ok: false,
    failure: { code: 'bad-signature' },
  });
});

it('refuses bytes that only read like the signed ones', () => {
  const repaired = payload.replace('Zürich', 'Z\ufffdrich');
  const broken = Buffer.from(payload.replace('Zürich', 'Z\xfcrich'), 'latin1');
  expect(new TextDecoder().decode(broken)).toBe(repaired);
  expect(payments.verifyWebhook(broken, () => sign(repaired))).toMatchObject({ failure: { code: 'bad-signature' } });
});

it('takes a signature of almost 5 minutes ago', () => {
  expect(payments.verifyWebhook(bytes(payload), () => sign(payload, { timestamp: now() - 290 })).ok).toBe(true);
});

it('refuses an event of the other mode', () => {
  const live = payload.replace('"livemode":false', '"livemode":true');
  expect(payments.verifyWebhook(bytes(live), () => sign(live))).toMatchObject({ failure: { code: 'wrong-mode' } });
  const shop = createStripe({ secretKey: 'sk_live_1', webhookSecret: secret });
  expect(shop.verifyWebhook(bytes(live), () => sign(live)).ok).toBe(true);
  expect(shop.verifyWebhook(bytes(payload), () => sign(payload))).toMatchObject({ failure: { code: 'wrong-mode' } });
});

it.each(['not JSON', '[]', 'null', '{}', '{"object":"event","id":"evt_1"}'])('refuses the signed body %s', (body) => {
  expect(payments.verifyWebhook(bytes(body), () => sign(body))).toMatchObject({ failure: { code: 'malformed' } });
});

it.each([undefined, ''])('verifies nothing with the secret %s', (webhookSecret) => {
  const shop = createStripe({ secretKey: SECRET_KEY, ...(webhookSecret !== undefined && { webhookSecret }) });
  expect(shop.verifyWebhook(bytes(payload), () => sign(payload))).toMatchObject({
    failure: { code: 'not-configured' },
  });
});

function sign(body: string, options: { secret?: string; timestamp?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...options });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
