import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { payByCard } from '../harness/card-form.ts';
import { newCustomer, type Somebody } from '../harness/people.ts';
import { expectOk, orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

let buyer: Somebody;
let page: Page;
let leave: () => Promise<void>;
let unpaid: Awaited<ReturnType<typeof orderOf>>;
beforeAll(async () => {
  buyer = await newCustomer(origin);
  // The first order of a customer has the offer; this is the second.
  await orderOf(origin, buyer, { tool: 'Tape Measure' });
  unpaid = await orderOf(origin, buyer, { tool: 'Site Toolbox', quantity: 48 });
  ({ page, leave } = await visit({ as: buyer, expectedErrors: /status of 402/ }));
});
afterAll(() => leave());

spec('2 payment.page', 'greeting, name, id, quantity, price per piece, amount, card form, Pay', async () => {
  await page.goto(`/dashboard/payment/${unpaid._id}`);
  await heading(page, 'Payment').waitFor();
  await page.getByLabel('Card number').waitFor();
  const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Hello Dana Ortiz/);
  expect(text).toContain('Site Toolbox');
  expect(text).toContain(unpaid._id);
  expect(text).toMatch(/Quantity 48 /);
  expect(text).toMatch(/Price per piece \$15 /);
  expect(text).toMatch(/Amount to pay \$720/);
  await page.getByRole('button', { name: 'Pay $720' }).waitFor();
});

spec('8 card.errors', "the provider's words in red under the card", async () => {
  await page.goto(`/dashboard/payment/${unpaid._id}`);
  await payByCard(page, '4000 0000 0000 0002');
  const error = page.getByRole('alert').getByText('Your card was declined.');
  await error.waitFor();
  const [field, told] = await Promise.all([page.getByLabel('Card number').boundingBox(), error.boundingBox()]);
  expect(told?.y).toBeGreaterThan(field?.y ?? Number.POSITIVE_INFINITY);
  expect(expectOk(await buyer.call('GET', `/orders/${unpaid._id}`)).paid).toBe(false);
});

spec(
  ['8 payment.success', '4 order.paid', '7 card.provider'],
  '"Congrats! Your payment $156 is paid.", "Great", and the transaction id that the order keeps',
  async () => {
    const customer = await newCustomer(origin);
    // The second order has no offer: 13 hammers of $12 are $156.
    await orderOf(origin, customer, { tool: 'Tape Measure' });
    const order = await orderOf(origin, customer, { tool: 'Hand Saw', quantity: 13 });
    const visitor = await visit({ as: customer });
    await visitor.page.goto(`/dashboard/payment/${order._id}`);
    await payByCard(visitor.page);
    const great = dialogOf(visitor.page, 'Great');
    await great.getByText('Congrats! Your payment $156 is paid.', { exact: true }).waitFor();
    await great.getByRole('button', { name: 'OK' }).click();
    const kept = expectOk(await customer.call('GET', `/orders/${order._id}`));
    expect(kept).toMatchObject({ paid: true, shipping: false, state: 'paid' });
    await visitor.page.getByText(kept.transactionId, { exact: true }).first().waitFor();
    await visitor.page.getByRole('main').getByText('Congrats! Your payment $156 is paid.').first().waitFor();
    await visitor.leave();
  },
);

spec(
  '7 card.billing',
  'a payment method with name and e-mail, then its confirmation; the page says test mode',
  async () => {
    await page.goto(`/dashboard/payment/${unpaid._id}`);
    await page
      .getByText(/Test mode/)
      .first()
      .waitFor();
    const made = page.waitForRequest((request) => request.url().endsWith('/v1/payment_methods'));
    const confirmed = page.waitForRequest((request) => /payment_intents\/\w+\/confirm$/.test(request.url()));
    await payByCard(page, '4000 0000 0000 0002');
    const method = new URLSearchParams((await made).postData() ?? '');
    expect(method.get('billing_details[name]')).toBe(buyer.name);
    expect(method.get('billing_details[email]')).toBe(buyer.email);
    const { id } = await answerTo(await made);
    const confirmation = new URLSearchParams((await confirmed).postData() ?? '');
    expect(confirmation.get('payment_method')).toBe(id);
    expect(confirmation.get('client_secret')).toMatch(/^pi_/);
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  },
);

async function answerTo(request: Request) {
  const answer = await request.response();
  if (!answer) throw new Error(`${request.url()} was not answered`);
  return answer.json();
}
