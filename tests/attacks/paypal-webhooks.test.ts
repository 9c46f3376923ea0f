import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ordered } from '../harness/own-payments.ts';
import { payPalOf } from '../harness/own-paypal.ts';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { PAYPAL } from '../harness/paypal-sandbox.ts';
import { refusesEvents } from './refuses-events.ts';

const shop = await ownShop();
// What is written is due by the database's clock: the shop's stays ahead of it.
shop.passTime(600_000);
const paypal = await payPalOf(shop);
const buyer = await shop.person();
const order = await ordered(shop, buyer, await shop.tool({ price: 50 }));
const transactionId = await paypal.begun(buyer, order);
await paypal.approve(transactionId);
const [approved] = await paypal.events(transactionId, 1);
if (!approved) throw new Error('no event');
await shop.work();
const { body: payload } = approved;
const { 'content-length': _, connection: __, host: ___, ...signed } = approved.headers;

const changed = (from: string, to: string) => {
  if (!payload.includes(from)) throw new Error(`The event has no ${from}`);
  return payload.replace(from, to);
};
const having = (its: object) => JSON.stringify({ ...JSON.parse(payload), ...its });

type Mutation = readonly [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string | undefined>,
];

const HEADERS: Mutation[] = [
  ...Object.keys(signed)
    .filter((name) => name.startsWith('paypal-'))
    .flatMap((name): Mutation[] => [
      [`no ${name}`, payload, { [name]: undefined }],
      [`an empty ${name}`, payload, { [name]: '' }],
      [`another ${name}`, payload, { [name]: 'another' }],
      [`a ${name} without end`, payload, { [name]: 'A'.repeat(1_001) }],
    ]),
  ['another algorithm', payload, { 'paypal-auth-algo': 'none' }],
  ['a signature in capitals', payload, { 'paypal-transmission-sig': signed['paypal-transmission-sig']?.toUpperCase() }],
  ['the id of the webhook as a signature', payload, { 'paypal-transmission-sig': PAYPAL.webhookId }],
];

const BODIES: Mutation[] = [
  ['another payment', changed(transactionId, '5O190127TN364715T'), {}],
  ['another type', having({ event_type: 'PAYMENT.CAPTURE.COMPLETED' }), {}],
  ['a field more', having({ more: 1 }), {}],
  ['nothing', '', {}],
  ['twice', payload + payload, {}],
  ['in a list', `[${payload}]`, {}],
  ['null', 'null', {}],
  ['a text', '"paid"', {}],
  ['no JSON', 'paid', {}],
  ['compressed', new Uint8Array(gzipSync(payload)), { 'content-encoding': 'gzip' }],
  ['in UTF-16', new Uint8Array(Buffer.from(payload, 'utf16le')), {}],
  ['its end of the webhook call', `${payload},"webhook_id":"WH-OTHER"`, {}],
  ...(['z', 7, null, [null], { links: 'z' }, { links: [null] }, { links: {} }, { id: {} }] as const).map(
    (resource): Mutation => [`the resource ${JSON.stringify(resource)}`, having({ resource }), {}],
  ),
  ['transactions that are none', having({ resource: { disputed_transactions: [null] } }), {}],
  ['a dispute of nothing', having({ resource: { disputed_transactions: 'z', links: [{ rel: 'up', href: 7 }] } }), {}],
  ['a time that is none', having({ create_time: {} }), {}],
];

test.each([
  ['header', HEADERS],
  ['body', BODIES],
] as const)(
  'an event of PayPal with another %s is refused, and the order stays unpaid',
  { timeout: 120_000 },
  async (_what, mutations) => {
    await refusesEvents(shop, { id: order.id, buyer }, mutations, ([, body, headers]) => {
      const sent = Object.entries({ ...signed, ...headers }).filter(([, value]) => value !== undefined);
      return shop.app.request(`${ORIGIN}/paypal/webhook`, {
        method: 'POST',
        headers: sent as [string, string][],
        body,
      });
    });
  },
);

test('the same event as it came goes through and pays the order', async () => {
  expect((await paypal.deliver(approved)).status).toBe(200);
  await shop.work();
  const { body } = await shop.call('getOrder', { params: { id: order.id } }, buyer);
  expect(body).toMatchObject({ paid: true, state: 'paid' });
});
