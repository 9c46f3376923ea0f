import { expect, it } from 'vitest';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';
import type { Trouble } from './stripe-sandbox.ts';

const lamp = { amount: 5000, currency: 'usd', metadata: { order_id: 'lamp' } };

it('does a repeated call once and answers it with the first answer', async () => {
  const shop = await startStripeSandbox();
  const idempotencyKey = 'pi:lamp:1';
  const first = await shop.stripe.paymentIntents.create(lamp, { idempotencyKey });
  const second = await shop.stripe.paymentIntents.create(lamp, { idempotencyKey });

  expect(second).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
  expect((await shop.stripe.events.list()).data).toHaveLength(1);
});

it('answers as it did the first time even when things have changed since', async () => {
  const shop = await startStripeSandbox();
  const idempotencyKey = 'pi:lamp:1';
  const first = await shop.stripe.paymentIntents.create(lamp, { idempotencyKey });
  await shop.pay(first, '4242424242424242');
  expect(await shop.stripe.paymentIntents.create(lamp, { idempotencyKey })).toMatchObject({
    id: first.id,
    status: 'requires_payment_method',
  });
});

it.each([
  ['another amount', { ...lamp, amount: 5001 }],
  ['another order', { ...lamp, metadata: { order_id: 'drill' } }],
])('refuses a used key with %s', async (_, changed) => {
  const shop = await startStripeSandbox();
  await shop.stripe.paymentIntents.create(lamp, { idempotencyKey: 'pi:lamp:1' });
  await expect(shop.stripe.paymentIntents.create(changed, { idempotencyKey: 'pi:lamp:1' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

it('refuses a used key for another payment', async () => {
  const shop = await startStripeSandbox();
  const [one, two] = [await shop.newPayment(), await shop.newPayment()];
  await shop.stripe.paymentIntents.cancel(one.id, {}, { idempotencyKey: 'cancel' });
  await expect(shop.stripe.paymentIntents.cancel(two.id, {}, { idempotencyKey: 'cancel' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

it('keeps a decline for its key: the card is not asked again', async () => {
  const shop = await startStripeSandbox();
  const { id } = await shop.newPayment();
  const confirm = () => shop.confirm(id, 'pm_card_chargeDeclined', { idempotencyKey: 'once' });

  await expect(confirm()).rejects.toMatchObject({ decline_code: 'generic_decline' });
  await expect(confirm()).rejects.toMatchObject({
    decline_code: 'generic_decline',
    headers: { 'idempotent-replayed': 'true' },
  });
  expect((await shop.stripe.events.list({ type: 'charge.failed' })).data).toHaveLength(1);
});

it('does not keep the refusal of a malformed call', async () => {
  const shop = await startStripeSandbox();
  const idempotencyKey = 'pi:lamp:1';
  await expect(shop.stripe.paymentIntents.create({ ...lamp, amount: 1 }, { idempotencyKey })).rejects.toMatchObject({
    code: 'amount_too_small',
  });
  expect((await shop.stripe.paymentIntents.create(lamp, { idempotencyKey })).amount).toBe(5000);
});

it.each([
  ['fail-before', 0],
  ['fail-after', 1],
] as const)('keeps a 500 for its key (%s), which tells nothing about the effect', async (kind, effects) => {
  let trouble: Trouble = kind;
  const shop = await startStripeSandbox({ trouble: ({ method }) => (method === 'POST' ? trouble : 'none') });
  const create = () => shop.stripe.paymentIntents.create(lamp, { idempotencyKey: 'pi:lamp:1' });

  await expect(create()).rejects.toMatchObject({ statusCode: 500, rawType: 'api_error' });
  trouble = 'none';
  await expect(create()).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });

  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(effects);
});

it('turns away a second call while the first one with its key is at work', async () => {
  const held = Promise.withResolvers<Trouble>();
  const arrived = Promise.withResolvers<void>();
  let calls = 0;
  const shop = await startStripeSandbox({
    trouble() {
      if (calls++ > 0) return 'none';
      arrived.resolve();
      return held.promise;
    },
  });
  const create = () => shop.stripe.paymentIntents.create(lamp, { idempotencyKey: 'pi:lamp:1' });
  const first = create();
  await arrived.promise;

  await expect(create()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });

  held.resolve('none');
  const { id } = await first;
  expect((await create()).id).toBe(id);
});

it('tells the browser’s keys from the server’s', async () => {
  const shop = await startStripeSandbox();
  const card = { type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '1', 'card[exp_year]': '2034' };
  const headers = { 'idempotency-key': 'same' };
  const mine = await shop.browser('/v1/payment_methods', card, headers);
  const theirs = await shop.server('/v1/payment_methods', card, headers);
  expect(mine.status).toBe(200);
  expect(theirs.body.id).not.toBe(mine.body.id);
});
