import { afterEach, expect, test } from 'vitest';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { comparePayments } from './compare-payments.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });
afterEach(() => shop.setTrouble(() => 'none'));

/** An order that is being paid: the shop has asked for its money and not heard whether it has it. */
async function claimed() {
  const buyer = await shop.person();
  const { id, amount } = await ordered(shop, buyer, tool);
  return { id, intentId: await paypal.approved(buyer, { id, amount }) };
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
