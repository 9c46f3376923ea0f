import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import type { PaymentMode } from '#outside/payments/provider.ts';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { line, placed } from '../../../tests/harness/purchases.ts';
import { getOrderCase } from './get-order-case.ts';

const shop = await ownShop();
const [buyer, admin] = [await shop.person(), await shop.person('admin')];
const tool = await shop.tool();
const known = async (id: string, mode: PaymentMode = 'sandbox') => {
  const context = { db: shop.context.db, payments: { ...shop.context.payments, mode } };
  const found = await getOrderCase(context, id as OrderId);
  if (!found.ok) throw new Error(found.failure.code);
  return found.value;
};

test('of an order that there is not nothing is known', async () => {
  const params = { id: '00000000-0000-4000-8000-000000000000' };
  const answer = { status: 404, body: { code: 'order_not_found' } };
  expect(await shop.call('getOrderCase', { params }, admin)).toMatchObject(answer);
  const body = { review: 1, decision: 'keep', reason: 'None' };
  expect(await shop.call('decideOrder', { params, body }, admin)).toMatchObject(answer);
});

test('a payment is shown with its page at the provider, where it has one, and one that was never opened with none', async () => {
  const order = await ordered(shop, buyer, tool);
  const { intentId } = await begun(shop, buyer, order);
  const pages = [];
  for (const mode of ['sandbox', 'test', 'live'] as const) pages.push((await known(order.id, mode)).payments[0]?.link);
  expect(pages).toEqual([
    null,
    `https://dashboard.stripe.com/test/payments/${intentId}`,
    `https://dashboard.stripe.com/payments/${intentId}`,
  ]);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  expect((await known(order.id, 'live')).payments).toMatchObject([{ transactionId: null, link: null, refund: null }]);
});

test('of all the tries to give its money back the last one is shown', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  const shown = async () => (await known(order.id)).payments[0]?.refund;
  expect(await shown()).toBeNull();
  const write = async (no: number, state: string, tries: number) => {
    const [row] = await shop.sql`
      insert into refund (purchase_id, attempt, no, amount_cents, state, tries)
      values (${order.id}, 1, ${no}, 100, ${state}, ${tries}) returning id`;
    return row?.id as string;
  };
  await write(1, 'failed', 1);
  expect(await shown()).toEqual({ amount: 1, done: false, tries: 1, problem: 'refused' });
  const id = await write(2, 'sent', 2);
  await shop.sql`insert into job (queue, kind, key, payload, attempts, last_error)
    values ('outbox', 'send-refund', ${`refund:${id}`}, '{}', 3, 'unreachable')`;
  expect(await shown()).toEqual({ amount: 1, done: false, tries: 4, problem: 'unreachable' });
  await shop.sql`update refund set state = 'succeeded' where id = ${id}`;
  expect(await shown()).toMatchObject({ done: true });
});

test('of a line the case shows what happened to its purchase, and to itself alone', async () => {
  const { lines } = await placed(shop, buyer, [line(tool), line(await shop.tool())]);
  const [first, second] = lines as [OrderId, OrderId];
  await shop.sql`insert into audit (action, target) values ('order.review', ${first}), ('order.shipped', ${second})`;
  const actions = async (id: string) => (await known(id)).history.map(({ action }) => action);
  expect(await actions(second)).toEqual(['order.shipped', 'order.review', 'order.placed']);
  expect(await actions(first)).toEqual(['order.review', 'order.placed']);
  expect((await known(second)).order.purchase).toMatchObject({ id: first, lines: 2 });
});
