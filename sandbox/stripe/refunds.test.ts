import { expect, it } from 'vitest';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';

async function startPaid() {
  const shop = await startStripeSandbox();
  const { id } = await shop.newPayment();
  const paid = await shop.confirm(id, 'pm_card_visa');
  return { shop, id, charge: paid.latest_charge as string };
}

it('gives all of a payment back', async () => {
  const { shop, id, charge } = await startPaid();
  const refund = await shop.stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' });
  expect(refund).toMatchObject({ amount: 7140, status: 'succeeded', payment_intent: id, charge });
  expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 7140, refunded: true });
  expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount_received: 7140 });
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, amount: 7140 });
  const types = (await shop.stripe.events.list({ limit: 2 })).data.map(({ type }) => type);
  expect(types).toEqual(['charge.refunded', 'refund.created']);
});

it('gives back in parts, never more than was paid', async () => {
  const { shop, id, charge } = await startPaid();
  await shop.stripe.refunds.create({ payment_intent: id, amount: 7000 });
  await expect(shop.stripe.refunds.create({ charge, amount: 141 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($1.41) is greater than unrefunded amount on charge ($1.40)',
  });
  await shop.stripe.refunds.create({ charge, amount: 140 });
  await expect(shop.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  });
  const refunds = await shop.stripe.refunds.list({ payment_intent: id });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([140, 7000]);
});

it('gives nothing back for what was not paid', async () => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();
  await shop.pay(intent, '4000000000000002');
  await expect(shop.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    statusCode: 400,
    code: 'charge_not_refundable',
  });
  await expect(shop.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
  await expect(shop.server('/v1/refunds', { amount: '5' })).resolves.toMatchObject({ status: 400 });
});

it.each([
  ['every refund', 'pm_card_refundFail', ['failed', 'failed']],
  ['the first refund alone', 'pm_card_sandboxRefundFailsOnce', ['succeeded', 'failed']],
])('lets %s fail after it succeeded, for a card of its own', async (_, card, newestFirst) => {
  const { stripe, newPayment, confirm } = await startStripeSandbox();
  const { id } = await newPayment();
  await confirm(id, card);
  for (const _try of [1, 2]) expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  const refunds = await stripe.refunds.list({ payment_intent: id });
  expect(refunds.data.map(({ status }) => status)).toEqual(newestFirst);
});
