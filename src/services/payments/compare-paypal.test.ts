import { afterEach, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { comparePayments } from './compare-payments.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });
afterEach(() => shop.setTrouble(() => 'none'));

/** An order that is being paid: the shop has asked for its money and not heard whether it has it. */
async function claimed(payer = 'pays') {
  const buyer = await shop.person();
  const { id, amount } = await ordered(shop, buyer, tool);
  const intentId = await paypal.begun(buyer, { id, amount });
  await paypal.approve(intentId, payer);
  await paypal.back(buyer, id, intentId);
  return { id, amount, intentId };
}

const stateOf = async (id: string) => (await shop.sql`select state from purchase where id = ${id}`)[0]?.state;

test('what PayPal took after the shop had given it up is found', async () => {
  const { id, intentId } = await claimed();
  await shop.sql`update payment set state = 'cancelled' where order_id = ${id}`;
  expect(await shop.context.payments.take(intentId, `take:${id}:1`)).toMatchObject({ ok: true });
  await comparePayments(shop.context);
  expect(await stateOf(id)).toBe('paid');
});

test('PayPal is asked also while the list of Stripe cannot be read', async () => {
  const { id, intentId } = await claimed();
  expect(await shop.context.payments.take(intentId, `take:${id}:1`)).toMatchObject({ ok: true });
  shop.setTrouble(({ path }) => (path === '/v1/payment_intents' ? 'fail-before' : 'none'));
  await comparePayments(shop.context);
  expect(await stateOf(id)).toBe('paid');
});

test.each([0, 60])(
  'all money went back, did not arrive, and nobody heard: people decide, also %i days after it was paid',
  async (days) => {
    const { id, amount } = await claimed('rebounds');
    shop.passTime(60_000);
    await shop.work();
    shop.passTime(days * DAY);
    const params = { id: id as OrderId };
    const body = { lines: [{ order: params.id, pieces: 5 }], amount, reason: 'Damaged' };
    expect((await shop.call('refundPurchase', { params, body }, await shop.person('admin'))).status).toBe(200);
    shop.passTime(60_000);
    await shop.work();
    expect(await stateOf(id)).toBe('refunded');
    await comparePayments(shop.context);
    expect(await stateOf(id)).toBe('review');
  },
);
