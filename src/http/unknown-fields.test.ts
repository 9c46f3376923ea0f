import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import type { CallName } from '#contract/kernel/paths.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { sawsAndAxes } from '../../tests/harness/saws-and-axes.ts';
import { parseParts } from './serve-calls.ts';

const shop = await ownShop();
const admin = await shop.person('admin');

test.each<[CallName, 'body' | 'query', object, string]>([
  ['placePurchase', 'body', { ponumber: 'A1' }, 'ponumber'],
  ['placePurchase', 'body', { lines: [{ maywait: true }] }, 'lines.0.maywait'],
  ['makePromise', 'body', { total: 5 }, 'total'],
  ['makePromise', 'body', { lines: [{ mayWait: true }] }, 'lines.0.mayWait'],
  ['orderPromise', 'body', { wait_until: '2026-12-03' }, 'wait_until'],
  ['createPaymentIntent', 'body', { price: 5, orderId: 'x' }, 'orderId'],
  ['beginPayPal', 'body', { price: 5, maywait: true }, 'maywait'],
  ['shipPurchase', 'body', { line: [] }, 'line'],
  ['shipPurchase', 'body', { lines: [{ count: 5 }] }, 'lines.0.count'],
  ['correctShipment', 'body', { trackingNumber: '1Z' }, 'trackingNumber'],
  ['correctShipment', 'body', { was: { trackingNumber: '1Z' } }, 'was.trackingNumber'],
  ['refundPurchase', 'body', { backInStock: true }, 'backInStock'],
  ['refundPurchase', 'body', { lines: [{ ofShipped: 1 }] }, 'lines.0.ofShipped'],
  ['cancelWaiting', 'body', { lines: [{ count: 5 }] }, 'lines.0.count'],
  ['changeShipTo', 'body', { adress: '1 Main Street' }, 'adress'],
  ['changeShipTo', 'body', { was: { adress: '1 Main Street' } }, 'was.adress'],
  ['listOrders', 'query', { state: 'paid' }, 'state'],
  ['listUsers', 'query', { mail: 'a@example.com' }, 'mail'],
  ['undoShipping', 'query', { shipement: 'x' }, 'shipement'],
  ['readAudit', 'query', { who: 'a@example.com' }, 'who'],
  ['listAllReviews', 'query', { hidden: 'true' }, 'hidden'],
])('%s refuses a field of its %s that it does not know, by its name', (name, part, given, field) => {
  const parsed = parseParts(calls[name] as Call, { [part]: () => given });
  const last = field.split('.').at(-1) ?? '';
  expect(parsed).toMatchObject({
    failure: { errors: expect.arrayContaining([{ field, message: expect.stringContaining(last) }]) },
  });
});

test('a misspelt list of what leaves ships nothing, instead of all', async () => {
  const { bought, ship } = sawsAndAxes(shop, admin);
  const { id, lines } = await bought();
  expect(await ship(id, { line: [{ order: lines[0], pieces: 1 }] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ field: 'line' }] },
  });
  expect(await shop.sql`select from shipment where purchase_id = ${id}`).toHaveLength(0);
});
