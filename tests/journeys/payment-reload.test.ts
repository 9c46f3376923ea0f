import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { httpPerson } from '../harness/http-person.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('a 3-D Secure page that is reloaded offers Pay again at once, and the order is paid once', async () => {
  const email = 'buyer.reload@example.com';
  const id = await ordered(email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await logIn(page, email);
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page, '4000 0025 0000 3155');
  await page.getByRole('alertdialog', { name: '3-D Secure' }).waitFor();

  await page.reload();
  await page.getByText('Your last payment was not finished, and nothing was charged.').waitFor();
  // Only because the provider says so: without its answer the page would still be checking.
  await expect.poll(() => page.getByText('We are checking your payment').count()).toBe(0);
  await payByCard(page);
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await leave();
});

test('the second click of a double click on Pay does not close what the first one opened', async () => {
  const email = 'buyer.double@example.com';
  const id = await ordered(email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await logIn(page, email);
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page);
  const great = page.getByRole('alertdialog', { name: 'Great' });
  const ok = great.getByRole('button', { name: 'OK' });
  await ok.click({ trial: true });
  await ok.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await ok.click();
  await great.waitFor({ state: 'detached' });
  await leave();
});

async function ordered(email: string): Promise<string> {
  const buyer = await httpPerson(origin, email);
  const tools = await buyer.call('listTools', {});
  const tool = tools.ok ? tools.value.find((it) => it.available_quantity >= it.min_quantity) : undefined;
  if (!tool) throw new Error('no tool to order');
  const placed = await buyer.call('placeOrder', {
    body: {
      phone: '5550142200',
      address: '1 Main Street',
      quantity: tool.min_quantity,
      tools_price: tool.price,
      tools_id: tool._id,
    },
  });
  if (!placed.ok) throw new Error(placed.failure.code);
  return placed.value.insertedId;
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
}
