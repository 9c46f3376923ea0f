import { afterEach, expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { closeAtProvider } from './close-at-provider.ts';

const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const tool = await shop.tool();
afterEach(() => shop.setTrouble(() => 'none'));

/** An order that is being cancelled and whose payment is open. */
async function closing() {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await setState(shop.sql, order.id, 'cancelling');
  const verdict = () => closeAtProvider(shop.context, { orderId: order.id, attempt: 1 });
  return { id: order.id, clientSecret, intentId, verdict };
}
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
/** What the shop asks the provider for from now on. */
function asked() {
  const calls: string[] = [];
  shop.setTrouble(({ method, path }) => {
    calls.push(`${method} ${path}`);
    return 'none';
  });
  return calls;
}

test('a payment that is closed ends its order', async () => {
  const { id, intentId, verdict } = await closing();
  expect(await verdict()).toBeUndefined();
  expect(await stateOf(id)).toBe('cancelled');
  expect((await pay.retrieve(intentId)).status).toBe('closed');
});

test('of an attempt that there is not, or that was never opened, nothing is asked', async () => {
  const { id, verdict } = await closing();
  const calls = asked();
  expect(await closeAtProvider(shop.context, { orderId: id, attempt: 2 })).toBe('no such payment');
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${id}`;
  expect(await verdict()).toBe('no such payment');
  expect([calls, await stateOf(id)]).toEqual([[], 'cancelling']);
});

test('while the provider does not answer there is no verdict, and it is not asked for another one', async () => {
  const { id, intentId, verdict } = await closing();
  const calls: string[] = [];
  shop.setTrouble(({ method, path }) => {
    calls.push(`${method} ${path}`);
    return method === 'POST' ? 'fail-before' : 'none';
  });
  expect(await verdict()).toBe('unreachable');
  expect(new Set(calls)).toEqual(new Set([`POST /v1/payment_intents/${intentId}/cancel`]));
  expect(await stateOf(id)).toBe('cancelling');
});

test('the buyer was faster: the order is paid; while that cannot be heard there is no verdict', async () => {
  const { id, clientSecret, verdict } = await closing();
  await pay.confirm(clientSecret);
  shop.setTrouble(({ method }) => (method === 'GET' ? 'fail-before' : 'none'));
  expect([await verdict(), await stateOf(id)]).toEqual(['unreachable', 'cancelling']);
  shop.setTrouble(() => 'none');
  expect([await verdict(), await stateOf(id)]).toEqual([undefined, 'paid']);
});

test('a payment that the provider does not know can be paid by nobody: the order ends', async () => {
  const { id, verdict } = await closing();
  await shop.sql`update payment set intent_id = 'pi_gone' where order_id = ${id}`;
  expect([await verdict(), await stateOf(id)]).toEqual([undefined, 'cancelled']);
});

test('while the bank decides the payment is still open, and once more when the card is refused meanwhile', async () => {
  const { id, clientSecret, intentId, verdict } = await closing();
  await pay.confirmSlowly(clientSecret);
  expect([await verdict(), await stateOf(id)]).toEqual(['still open', 'cancelling']);
  shop.setTrouble(async ({ method }) => {
    if (method === 'GET') await pay.settle(intentId, 'fail');
    return 'none' as const;
  });
  expect([await verdict(), await stateOf(id)]).toEqual(['still open', 'cancelling']);
  shop.setTrouble(() => 'none');
  expect([await verdict(), await stateOf(id)]).toEqual([undefined, 'cancelled']);
});

test('what was given back counts as that, also when the provider shows its payment as closed', async () => {
  const { id, intentId, verdict } = await closing();
  await pay.cancel(intentId);
  await shop.sql`update payment set state = 'refunded' where order_id = ${id}`;
  expect(await verdict()).toBeUndefined();
  expect([...(await shop.sql`select state from payment where order_id = ${id}`)]).toEqual([{ state: 'refunded' }]);
});
