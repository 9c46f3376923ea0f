import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../harness/own-payments.ts';
import { ORIGIN, ownShop, SANDBOX, WEBHOOK_SECRET } from '../harness/own-shop.ts';
import { refusesEvents } from './refuses-events.ts';

/** Milliseconds. A whole corpus goes through one test, perhaps on a busy machine. */
const PATIENCE = 120_000;
const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const order = await ordered(shop, buyer, await shop.tool());
const { clientSecret, intentId } = await begun(shop, buyer, order);
await pay.confirm(clientSecret);
const event = (await pay.events(intentId)).find(({ type }) => type === 'payment_intent.succeeded');
const created = (await pay.events(intentId)).find(({ type }) => type === 'payment_intent.created');
const payload = JSON.stringify(event);

const now = Math.floor(Date.now() / 1000);
const sign = (body: string, secret = WEBHOOK_SECRET, timestamp = now) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
const mac = (text: string, secret: string | Buffer, hash = 'sha256') =>
  createHmac(hash, secret).update(text).digest('hex');

const deliver = async (body: string | Uint8Array<ArrayBuffer>, signature: string | undefined, more: object = {}) =>
  shop.app.request(`${ORIGIN}/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      ...more,
    },
    body,
  });

const header = sign(payload);
const code = header.split('v1=')[1] ?? '';
const t = `t=${now}`;
const live = payload.replaceAll('"livemode":false', '"livemode":true');
const changed = (from: string, to: string) => {
  if (!payload.includes(from)) throw new Error(`The event has no ${from}`);
  return payload.replace(from, to);
};

type Mutation = readonly [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | undefined,
  more?: object,
];

const SIGNATURES: Mutation[] = [
  ['no signature', payload, undefined],
  ['an empty signature', payload, ''],
  ['words', payload, 'trust me'],
  ['another secret', payload, sign(payload, 'whsec_other')],
  ['the secret without its prefix', payload, sign(payload, WEBHOOK_SECRET.slice(6))],
  ['the secret in capitals', payload, sign(payload, WEBHOOK_SECRET.toUpperCase())],
  ['the publishable key as secret', payload, sign(payload, SANDBOX.publishableKey)],
  ['the secret key as secret', payload, sign(payload, SANDBOX.secretKey)],
  ['no secret', payload, `${t},v1=${mac(`${now}.${payload}`, '')}`],
  ['a plain hash', payload, `${t},v1=${mac(payload, WEBHOOK_SECRET)}`],
  ['a code of the body with another sign between', payload, `${t},v1=${mac(`${now}${payload}`, WEBHOOK_SECRET)}`],
  ['SHA-1', payload, `${t},v1=${mac(`${now}.${payload}`, WEBHOOK_SECRET, 'sha1')}`],
  ['SHA-512', payload, `${t},v1=${mac(`${now}.${payload}`, WEBHOOK_SECRET, 'sha512')}`],
  ['the scheme of tests', payload, `${t},v0=${code}`],
  ['a scheme to come', payload, `${t},v2=${code}`],
  ['no scheme', payload, `${t},${code}`],
  ['no time', payload, `v1=${code}`],
  ['no code', payload, t],
  ['an empty code', payload, `${t},v1=`],
  ['a digit less', payload, header.slice(0, -1)],
  ['a digit more', payload, `${header}0`],
  ['another first digit', payload, `${t},v1=${code[0] === '0' ? '1' : '0'}${code.slice(1)}`],
  ['another last digit', payload, header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['capitals', payload, `${t},v1=${code.toUpperCase()}`],
  ['the code in base64', payload, `${t},v1=${Buffer.from(code, 'hex').toString('base64')}`],
  ['a semicolon between', payload, header.replace(',', ';')],
  ['five minutes and a second ago', payload, sign(payload, WEBHOOK_SECRET, now - 301)],
  ['of the year 1970', payload, sign(payload, WEBHOOK_SECRET, 1)],
  ['an old code with a new time', payload, `${t},${sign(payload, WEBHOOK_SECRET, now - 3_600).split(',')[1]}`],
  ['no number for a time', payload, `t=now,v1=${code}`],
  ['a time with a fraction', payload, `t=${now}.5,v1=${code}`],
  ['a time below zero', payload, `t=-${now},v1=${code}`],
  ['of another event', payload, sign(JSON.stringify(created))],
];

const BODIES: Mutation[] = [
  ['another payment', changed(intentId, 'pi_somebodyelses'), header],
  ['another amount', changed('"amount":', '"amount":1'), header],
  ['another event', changed('"id":"evt_', '"id":"evt_x'), header],
  ['another type', changed('payment_intent.succeeded', 'payment_intent.canceled'), header],
  ['a field more', changed('{', '{"more":1,'), header],
  ['a field twice', changed('{', '{"id":"evt_twice",'), header],
  ['a space more', changed(':', ': '), header],
  ['a line end more', `${payload}\n`, header],
  ['printed with indents', JSON.stringify(event, null, 2), header],
  ['its fields in another order', JSON.stringify({ type: event?.type, ...event }), header],
  ['a mark of the byte order', `\ufeff${payload}`, header],
  ['nothing', '', header],
  ['twice', payload + payload, header],
  ['in a list', `[${payload}]`, header],
  ['compressed', new Uint8Array(gzipSync(payload)), header, { 'content-encoding': 'gzip' }],
  ['in UTF-16', new Uint8Array(Buffer.from(payload, 'utf16le')), header],
  ['of live money, signed rightly', live, sign(live)],
  ['no event, signed rightly', '{"paid":true}', sign('{"paid":true}')],
  ['no JSON, signed rightly', 'paid', sign('paid')],
];

test('there are 30 mutations, no two of them the same', () => {
  const all = [...SIGNATURES, ...BODIES];
  expect(new Set(all.map((it) => JSON.stringify(it.slice(1)))).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(30);
});

test.each([
  ['signature', SIGNATURES],
  ['body', BODIES],
] as const)(
  'an event of another %s is refused, and the order stays unpaid',
  { timeout: PATIENCE },
  async (_what, mutations) => {
    await refusesEvents(shop, { id: order.id, buyer }, mutations, ([, body, signature, more]) =>
      deliver(body, signature, more),
    );
  },
);

test('a signed event with odd but legal whitespace, as a proxy may leave it, goes through and pays the order', {
  timeout: PATIENCE,
}, async () => {
  const odd = ` \r\n\t${JSON.stringify(event, null, '\t').replaceAll('\n', '\r\n')}\n\n `;
  expect((await deliver(odd, `${t},v1=${'0'.repeat(64)},${sign(odd).split(',')[1]}`)).status).toBe(200);
  await shop.work();
  const { body } = await shop.call('getOrder', { params: { id: order.id } }, buyer);
  expect(body).toMatchObject({ paid: true, state: 'paid', transactionId: intentId });
});
