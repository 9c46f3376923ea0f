import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { httpPerson } from '../harness/http-person.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('a purchase is paid with PayPal: there and back, and the page knows', async () => {
  const { page, leave, id } = await atPayment('buyer.paypal@example.com', 'large');
  await goToPayPal(page);
  await page.getByText('This is not PayPal.').waitFor();
  await page.getByRole('button', { name: /^Pat Payer/ }).click();
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/payment/${id}`);
  await page.getByRole('button', { name: 'OK' }).click();
  await page
    .getByText(/^Congrats! Your payment/)
    .first()
    .waitFor();
  await leave();
});

test('cancelled at PayPal: nothing is charged, and a card pays then', async () => {
  const { page, leave } = await atPayment('buyer.paypal.cancels@example.com', 'large');
  await goToPayPal(page);
  await page.getByRole('link', { name: 'Cancel and return to the shop' }).click();
  await leftUnpaid(page);
  await page.getByRole('radio', { name: 'Card' }).check();
  await payByCard(page);
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await leave();
});

test('back by the button of the browser, and with a payer whose bank refuses', async () => {
  const { page, leave } = await atPayment('buyer.paypal.back@example.com', 'large');
  await goToPayPal(page);
  await page.getByText('This is not PayPal.').waitFor();
  await page.goBack();
  await leftUnpaid(page);
  await goToPayPal(page);
  await page.getByRole('button', { name: /^Dee Clined/ }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'PayPal or your bank refused this payment' });
  await refused.waitFor({ timeout: 60_000 });
  await page.getByRole('radio', { name: /^PayPal/, checked: true }).waitFor();
  await leave();
});

test('while PayPal has not decided, no page asks to pay again, and the payment page says so anew', async () => {
  const { page, leave, id } = await atPayment('buyer.paypal.waits@example.com', 'large');
  await goToPayPal(page);
  await page.getByRole('button', { name: /^Penny Ding/ }).click();
  await page.getByText('We are checking your payment').waitFor();
  // As in another tab or on another device, which knows nothing of it.
  await page.evaluate(() => sessionStorage.clear());
  await expect
    .poll(async () => {
      await page.goto('/dashboard/myorders');
      await page.getByRole('cell', { name: 'Cancel' }).or(page.getByText('Do not pay again.')).first().waitFor();
      return page.getByRole('main').getByText('We are checking your payment. Do not pay again.').count();
    })
    .toBe(1);
  await expect.poll(() => page.getByRole('link', { name: /^Pay / }).count()).toBe(0);
  await page.getByRole('link', { name: /^P-\d+$/ }).click();
  await page.getByText('We are checking your payment. Do not pay again.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Pay / }).count()).toBe(0);
  await page.goto(`/dashboard/payment/${id}`);
  await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
  await leave();
});

test('below $100 PayPal cannot be chosen, and the page says why', async () => {
  const { page, leave } = await atPayment('buyer.paypal.small@example.com', 'small', PHONE);
  const radio = page.getByRole('radio', { name: /^PayPal/ });
  await expect.poll(() => radio.isDisabled()).toBe(true);
  await expect.poll(() => page.getByText(/^from \$100, this is \$\d+/).count()).toBe(1);
  await leave();
});

/** By the buyer, who is told so, and no error; PayPal stays chosen. */
async function leftUnpaid(page: Page): Promise<void> {
  const said = 'Your last payment was not finished, and nothing was charged.';
  await page.getByRole('status').filter({ hasText: said }).waitFor();
  await expect.poll(() => page.getByRole('alert').filter({ hasText: said }).count()).toBe(0);
  await page.getByRole('radio', { name: /^PayPal/, checked: true }).waitFor();
}

async function goToPayPal(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^PayPal/ }).check();
  await page.getByText('You go to PayPal and come back here.').waitFor();
  await expect.poll(() => page.getByLabel('Card number').count()).toBe(0);
  await page.getByRole('button', { name: 'Go on to PayPal' }).click();
}

async function atPayment(email: string, size: 'large' | 'small', viewport = DESKTOP) {
  const id = await ordered(email, size);
  const { page, leave } = await visit({ origin, viewport });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto(`/dashboard/payment/${id}`);
  await page.getByRole('group', { name: 'Pay with' }).waitFor();
  return { page, leave, id };
}

/** An order that costs well above $100, or well below, whatever the first order is cheaper by. */
async function ordered(email: string, size: 'large' | 'small'): Promise<string> {
  const buyer = await httpPerson(origin, email);
  const tools = await buyer.call('listTools', {});
  if (!tools.ok) throw new Error(tools.failure.code);
  const found = tools.value.flatMap((tool) => {
    const least = size === 'large' ? Math.max(tool.min_quantity, Math.ceil(300 / tool.price)) : tool.min_quantity;
    const quantity = Math.ceil(least / tool.pack) * tool.pack;
    const tools_price = eachOf(tool, quantity);
    const fits = size === 'large' ? quantity * tools_price > 200 : quantity * tools_price < 90;
    return tool.available_quantity >= quantity && fits ? [{ quantity, tools_price, tools_id: tool._id }] : [];
  });
  const [line] = found;
  if (!line) throw new Error('no tool to order');
  const placed = await buyer.call('placeOrder', { body: { phone: '5550142200', address: '1 Main Street', ...line } });
  if (!placed.ok) throw new Error(placed.failure.code);
  return placed.value.insertedId;
}
