import { expect, test } from 'vitest';
import type { CallName } from '#contract/kernel/paths.ts';
import { ordered } from '../harness/own-payments.ts';
import { type CallInput, ownShop, type Person } from '../harness/own-shop.ts';
import { promised, regularOf } from '../harness/promises.ts';
import { CONTACT } from '../harness/purchases.ts';

const shop = await ownShop();
const buyer = await regularOf(shop);
const admin = await shop.person('admin');
const tool = await shop.tool({ available: 1_000 });
const order = await ordered(shop, buyer, tool);
const promise = await promised(shop, buyer, [{ tool, quantity: tool.minQuantity }]);

/** Calendars have it, PostgreSQL has not. */
const YEAR_ZERO = '0000-01-01';
/** One more than an integer of PostgreSQL. */
const TOO_LARGE = 2 ** 31;

const line = { tools_id: tool.id, quantity: tool.minQuantity, tools_price: tool.price };
const way = { way: 'wait', amount: 1, waitUntil: YEAR_ZERO };
const payer = { payer: 'a key of 16 signs'.replaceAll(' ', '-'), name: 'Pat Payer', email: 'pat@example.com' };
const listed = { tool: tool.id, quantity: 5, seen_price: 10, added_at: 1, wait_for: YEAR_ZERO };
const decided = { review: TOO_LARGE, decision: 'keep', reason: 'Looked at' };

const REFUSED: readonly (readonly [CallName, CallInput, Person | undefined])[] = [
  ['placePurchase', { body: { ...CONTACT, lines: [{ ...line, mayWait: true, waitUntil: YEAR_ZERO }] } }, buyer],
  ['orderPromise', { params: { number: promise.number }, body: way }, buyer],
  ['payPromiseLink', { body: { token: promise.token, ...payer, ...way } }, undefined],
  ['createPaymentIntent', { body: { price: 1, order_id: order.id, mayWait: true, waitUntil: YEAR_ZERO } }, buyer],
  ['changeOrderList', { body: { set: [listed], remove: [] } }, buyer],
  ['decideOrder', { params: { id: order.id }, body: decided }, admin],
  ['editTool', { params: { id: tool.id }, body: { version: TOO_LARGE, name: 'Other' } }, admin],
  ['readAudit', { query: { person: '\0' } }, admin],
];

test.each(REFUSED)('%s refuses what no column can hold', async (name, input, caller) => {
  const answer = await shop.call(name, input, caller);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(shop.troubles).toEqual([]);
});

test('a place far behind the last change of a tool is a place', async () => {
  const query = { after: '999999999999999' };
  const { status, body } = await shop.call('listToolChanges', { params: { id: tool.id }, query }, admin);
  expect([status, body.rows]).toEqual([200, []]);
});
