import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { beginPayment, beginPayPal } from './begin-payment.ts';
import { expireHolds } from './expire-holds.ts';

const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const tool = await shop.tool({ available: 1_000 });
type Order = { id: string; amount: number };
type Create = typeof shop.context.payments.create;

const attempts = async (id: string) =>
  (await shop.sql`select state, intent_id as intent from payment where order_id = ${id} order by attempt`).map(
    (it) => ({ ...it }),
  );
/** Presses Pay; meanwhile happens what `create` does. */
const pressed = (order: Order, create: Create) =>
  beginPayment({ ...shop.context, payments: { ...shop.context.payments, create } }, buyer.id, {
    price: order.amount,
    orderId: order.id as OrderId,
  });

test('an error that one press of Pay gets does not end the payment that another one has opened', async () => {
  const order = await ordered(shop, buyer, tool);
  let open = '';
  const answer = await pressed(order, async () => {
    open = (await begun(shop, buyer, order)).intentId;
    return failure({ code: 'refused', message: 'Too many calls', requestId: 'req_1' });
  });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'provider_unavailable' } });
  expect(await attempts(order.id)).toEqual([{ state: 'open', intent: open }]);
});

test('of two presses at once the one that is not heard gets the payment of this attempt, not of an earlier one', async () => {
  const order = await ordered(shop, buyer, tool);
  await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
  let first = '';
  const answer = await pressed(order, async () => {
    first = (await begun(shop, buyer, order)).clientSecret;
    const key = { providerCode: 'idempotency_key_in_use', requestId: 'req_1' };
    return failure({ code: 'unreachable', message: 'The key is in use', ...key });
  });
  expect(answer).toEqual({ ok: true, value: { clientSecret: first } });
});

test.each([
  ['was given up', "state = 'cancelled'", { state: 'cancelled', intent: null }],
  ['has another payment', "state = 'open', intent_id = 'pi_' || order_id", { state: 'open' }],
])('the secret of an attempt that %s meanwhile does not leave the shop', async (_what, change, left) => {
  const order = await ordered(shop, buyer, tool);
  const answer = await pressed(order, async (asked) => {
    const made = await shop.context.payments.create(asked);
    await shop.sql.unsafe(`update payment set ${change} where order_id = '${order.id}'`);
    return made;
  });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'provider_unavailable' } });
  expect(await attempts(order.id)).toEqual([{ intent: `pi_${order.id}`, ...left }]);
});

test('PayPal must say where the buyer approves it', async () => {
  const order = await ordered(shop, buyer, tool, 30);
  const { payments } = shop.context;
  const create: Create = async (asked) => {
    const made = await payments.create(asked);
    if (!made.ok) return made;
    const { approveUrl: _, ...its } = made.value;
    return success(its);
  };
  const wish = { price: order.amount, orderId: order.id as OrderId };
  const answer = await beginPayPal({ ...shop.context, payments: { ...payments, create } }, buyer.id, wish);
  expect(answer).toEqual(failure({ code: 'provider_unavailable' }));
  const offered = { ...shop.context, payments: { ...payments, offered: ['stripe'] as const } };
  expect(await beginPayPal(offered, buyer.id, wish)).toEqual(failure({ code: 'provider_not_offered' }));
  expect(await beginPayPal(shop.context, buyer.id, wish)).toMatchObject({ ok: true });
});

test('without order_id only an unpaid order is meant, however new another one of its price is', async () => {
  await ordered(shop, buyer, tool);
  const [waits, paid] = [await ordered(shop, buyer, tool, 9), await ordered(shop, buyer, tool, 9)];
  await setState(shop.sql, paid.id, 'paid', { paid_intent: 'pi_paid' });
  expect((await shop.call('createPaymentIntent', { body: { price: waits.amount } }, buyer)).status).toBe(200);
  expect([await pay.ofOrder(waits.id), await pay.ofOrder(paid.id)]).toMatchObject([{ length: 1 }, { length: 0 }]);
});

test("somebody else's order is absent and begins no payment, whether or not it has one already", async () => {
  const [order, stranger] = [await ordered(shop, buyer, tool), await shop.person()];
  const press = () => beginPayment(shop.context, stranger.id, { price: order.amount, orderId: order.id as OrderId });
  expect(await press()).toEqual(failure({ code: 'order_not_found' }));
  expect(await attempts(order.id)).toEqual([]);
  await begun(shop, buyer, order);
  expect(await press()).toEqual(failure({ code: 'order_not_found' }));
});

test('an order that is paid already, by whatever way, begins no payment', async () => {
  const order = await ordered(shop, buyer, tool);
  await setState(shop.sql, order.id, 'paid', { paid_intent: 'pi_by_hand' });
  const body = { price: order.amount, order_id: order.id };
  expect((await shop.call('createPaymentIntent', { body }, buyer)).body.code).toBe('already_paid');
  expect(await attempts(order.id)).toEqual([]);
});

test('the secret of an order that is paid by other means meanwhile does not leave the shop', async () => {
  const order = await ordered(shop, buyer, tool);
  const answer = await pressed(order, async (asked) => {
    const made = await shop.context.payments.create(asked);
    await setState(shop.sql, order.id, 'paid', { paid_intent: 'pi_faster' });
    return made;
  });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'not_payable' } });
  expect(await attempts(order.id)).toEqual([{ state: 'creating', intent: null }]);
});

test('the secret of an order whose hold ends meanwhile does not leave the shop', async () => {
  const order = await ordered(shop, buyer, tool);
  const answer = await pressed(order, async (asked) => {
    const made = await shop.context.payments.create(asked);
    shop.passTime(61 * 60_000);
    expect(await expireHolds(shop.context)).toBeGreaterThan(0);
    return made;
  });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'not_payable' } });
  expect(await attempts(order.id)).toEqual([{ state: 'cancelled', intent: null }]);
});
