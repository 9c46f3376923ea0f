import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { theShop } from '../harness/the-shop.ts';
import { signUp } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// A declined card is answered with 402, which the browser itself reports in the console.
const DECLINED = /status of 402/;

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`${device}: sign up, order, declined card, 3-D Secure, paid, shipped`, async () => {
    const customer = await visit({ origin, viewport, expectedErrors: DECLINED });
    const { page } = customer;
    const email = `buyer.${device}@example.com`;
    await signUp(page, email);

    await page.goto('/?q=adjustable+wrench');
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    const cell = page.getByRole('article').filter({ hasText: 'Adjustable Wrench 250 mm' });
    await cell.getByRole('link', { name: /Order Now/ }).click();

    await page.getByRole('heading', { level: 1, name: /Adjustable Wrench/ }).waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Phone').fill('5550142200');
    await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    await quantity.fill('3');
    await expect.poll(() => page.getByRole('button', { name: 'Check Limit of Purchase' }).isDisabled()).toBe(true);
    await quantity.fill('400');
    await page.getByText('$3,200').first().waitFor();
    await page.getByText('$2,240').first().waitFor();
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    const question = dialog(page, 'Are you sure?');
    await question.getByRole('button', { name: 'Order', exact: true }).click();
    const done = dialog(page, 'Congratulations');
    await done.getByText('Successfully added to order').waitFor();
    await done.getByRole('link', { name: 'See My Orders' }).click();

    await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor();
    await page.getByRole('link', { name: /Pay Now/ }).click();
    await payByCard(page, '4000 0000 0000 0002');
    await page.getByText('Your card was declined.').waitFor();

    await payByCard(page, '4000 0025 0000 3155');
    const challenge = dialog(page, /3-D Secure/);
    await challenge.getByRole('button', { name: /Complete/ }).click();
    const great = dialog(page, 'Great');
    await great.getByText('Congrats! Your payment $2,240 is paid.').waitFor();
    await great.getByRole('button', { name: 'OK' }).click();
    await shipsInTime(page.locator('.paid'));
    const transaction = await page
      .getByText(/^pi_\w+$/)
      .first()
      .textContent();

    await open(page, 'Dashboard', 'My Orders');
    await page.getByText('Processing').first().waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await shipsInTime(page.getByRole('row').filter({ hasText: 'Adjustable Wrench' }));
    await page
      .getByText(transaction ?? '', { exact: true })
      .first()
      .waitFor();

    const admin = await visit({ origin, viewport });
    await admin.page.goto('/login');
    await admin.page.getByRole('button', { name: 'Admin Demo Account' }).click();
    await admin.page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
    await open(admin.page, 'Dashboard', 'Manage All Orders');
    const row = admin.page.getByRole('row').filter({ hasText: email });
    await row.getByText('Pending').waitFor();
    await shipsInTime(row);
    await row.getByRole('button', { name: /Mark shipped/ }).click();
    await row.getByText('Shipped', { exact: true }).first().waitFor();
    await admin.leave();

    await page.reload();
    await page.getByText('Shipped').first().waitFor();
    await customer.leave();
  });
}

test('a customer who closes the browser right after the card was confirmed has paid', async () => {
  const first = await visit({ origin, viewport: DESKTOP });
  await signUp(first.page, 'buyer.gone@example.com');
  await first.page.goto('/?q=tape+measure');
  await first.page.getByRole('article').filter({ hasText: 'Tape Measure' }).getByRole('link').click();
  await first.page.getByLabel('Phone').fill('5550142200');
  await first.page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await first.page.getByText('First order, 30% off').waitFor();
  await first.page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await first.page.getByRole('button', { name: 'Order', exact: true }).click();
  await first.page.getByRole('link', { name: 'See My Orders' }).click();
  await first.page.getByRole('link', { name: /Pay Now/ }).click();
  // The browser's own message to the shop never arrives.
  await first.page.route('**/paymentOrders/**', () => {});
  const confirmed = first.page.waitForResponse((answer) => answer.url().endsWith('/confirm') && answer.ok());
  await payByCard(first.page);
  await confirmed;
  await first.leave();

  const again = await visit({ origin, viewport: DESKTOP });
  await again.page.goto('/login');
  await again.page.getByLabel('Email').fill('buyer.gone@example.com');
  await again.page.getByLabel('Password', { exact: true }).fill('secret1');
  await again.page.getByRole('button', { name: 'Login', exact: true }).click();
  await again.page.getByRole('link', { name: 'Explore All Order' }).click();
  await again.page.getByText('Processing').first().waitFor();
  await again.leave();
});

/** Goes to a page of the dashboard as a person does: by the header, or the menu on a phone, and the side navigation. */
async function open(page: Page, first: string, second: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: first }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: second }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { level: 1, name: second }).waitFor();
}

/** Sees the day by which an order ships: as many days from now, when it was just paid, as the shop promises. */
async function shipsInTime(place: Locator): Promise<void> {
  const day = place.getByText('Ships by').locator('time').or(place.locator('dt:text("Ships by") + dd time'));
  const days = utcDaysBetween(Date.now(), Date.parse((await day.getAttribute('datetime')) ?? ''));
  // Midnight may have been since the payment.
  expect([SHOP_FACTS.shippingDays, SHOP_FACTS.shippingDays - 1]).toContain(days);
}

/** A dialog, whether it tells or asks. */
const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
