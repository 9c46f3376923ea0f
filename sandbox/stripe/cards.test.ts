import { expect, it } from 'vitest';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';

it.each([
  ['4242424242424242', 'visa', '4242'],
  ['4242 4242 4242 4242', 'visa', '4242'],
  ['5555555555554444', 'mastercard', '4444'],
  ['378282246310005', 'amex', '0005'],
  ['6011111111111117', 'discover', '1117'],
])('%s pays', async (number, brand, last4) => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();

  const paid = await shop.pay(intent, number);

  expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
  const seen = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect(seen).toMatchObject({ status: 'succeeded', amount_received: 7140, last_payment_error: null });
  const charge = await shop.stripe.charges.retrieve(seen.latest_charge as string);
  expect(charge).toMatchObject({ paid: true, amount: 7140, payment_intent: intent.id });
  expect(charge.payment_method_details?.card).toMatchObject({ brand, last4 });
});

it.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  ['4111111111111111', 'card_declined', 'test_mode_live_card', expect.stringContaining('4242 4242 4242 4242')],
])('%s is declined, and another card may follow', async (number, code, decline_code, message) => {
  const shop = await startStripeSandbox();
  const intent = await shop.newPayment();

  const declined = await shop.pay(intent, number);

  expect(declined.status).toBe(402);
  expect(declined.body.error).toMatchObject({ type: 'card_error', code, decline_code, message });
  expect(declined.body.error?.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
  const seen = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect(seen).toMatchObject({ status: 'requires_payment_method', amount_received: 0, payment_method: null });
  expect(seen.last_payment_error).toMatchObject({ code, decline_code });
  const charge = await shop.stripe.charges.retrieve(seen.latest_charge as string);
  expect(charge).toMatchObject({ paid: false, amount_captured: 0, status: 'failed', failure_code: code });

  expect((await shop.pay(intent, '4242424242424242')).body.status).toBe('succeeded');
});

it.each([
  ['4242424242424241', {}, 'incorrect_number', 'number'],
  ['4242', {}, 'invalid_number', 'number'],
  ['4242x24242424242', {}, 'invalid_number', 'number'],
  ['4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
  ['4242424242424242', { exp_year: '2020' }, 'invalid_expiry_year', 'exp_year'],
  ['4242424242424242', { exp_month: '10', exp_year: '26' }, 'invalid_expiry_month', 'exp_month'],
  ['4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
  ['4242424242424242', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
])('%s with %o is no card: %s', async (number, card, code, param) => {
  const shop = await startStripeSandbox({ clock: () => new Date('2026-11-21T12:00:00Z') });
  const intent = await shop.newPayment();

  const refused = await shop.pay(intent, number, card);

  expect(refused.status).toBe(402);
  expect(refused.body.error).toMatchObject({ type: 'card_error', code, param });
  expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ latest_charge: null });
});

it('takes a card in the month of its expiry', async () => {
  const shop = await startStripeSandbox({ clock: () => new Date('2026-11-30T23:00:00Z') });
  const paid = await shop.pay(await shop.newPayment(), '4242424242424242', { exp_month: '11', exp_year: '26' });
  expect(paid.body.status).toBe('succeeded');
});

it.each([
  ['pm_card_visa', 'succeeded'],
  ['pm_card_amex', 'succeeded'],
  ['pm_card_authenticationRequired', 'requires_action'],
])('the official client pays with %s', async (payment_method, status) => {
  const shop = await startStripeSandbox();
  const { id } = await shop.newPayment();
  expect(await shop.confirm(id, payment_method)).toMatchObject({ status });
});

it('the official client sees a decline as its card error', async () => {
  const shop = await startStripeSandbox();
  const { id } = await shop.newPayment();
  await expect(shop.confirm(id, 'pm_card_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    decline_code: 'insufficient_funds',
    payment_intent: { id, status: 'requires_payment_method' },
  });
});

it('refuses an email address that is none', async () => {
  const shop = await startStripeSandbox();
  const refused = await shop.browser('/v1/payment_methods', {
    ...{ type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '1', 'card[exp_year]': '2034' },
    'billing_details[email]': 'dana at example.com',
  });
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'email_invalid' }]);
});

it('keeps brand and last digits of a card and nothing else of its number', async () => {
  const shop = await startStripeSandbox();
  const created = await shop.browser('/v1/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '1',
    'card[exp_year]': '2034',
    'card[cvc]': '987',
    'billing_details[name]': 'Ada Buyer',
  });
  const method = await shop.stripe.paymentMethods.retrieve(created.body.id);
  expect(method).toMatchObject({ card: { brand: 'visa', last4: '4242', exp_year: 2034 } });
  expect(method.billing_details.name).toBe('Ada Buyer');
  expect(JSON.stringify(method)).not.toMatch(/424242|\b987\b/);
});
