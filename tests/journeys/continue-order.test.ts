import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const wayBack = (page: Page) => page.getByRole('link', { name: /^Continue your order: Claw Hammer/ });

test('whoever is sent to login on the way to a tool is led back there from home, until they have been', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await page.goto('/?q=claw+hammer');
  const cell = page.locator('#tools article').filter({ hasText: 'Claw Hammer' });
  await cell.getByRole('link', { name: 'Order Now' }).click();
  await arrived(page, '/login');
  await logIn(page, customer);
  await wayBack(page).click();
  await page.getByRole('heading', { level: 1, name: /Claw Hammer/ }).waitFor();
  await page.getByLabel('Phone').waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  expect(await wayBack(page).count()).toBe(0);
  await leave();
});

test('the quantity survives a session that ended, and goes with a Logout', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool._id}`);
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('60');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  // A question of the page that met the ended session would already lead to login.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await arrived(page, '/login');
  await logIn(page, customer);
  await wayBack(page).click();
  await expect.poll(() => quantity.inputValue()).toBe('60');

  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await arrived(page, '/login');
  await logIn(page, customer);
  expect(await wayBack(page).count()).toBe(0);
  await leave();
});

async function logIn(page: Page, { email, password }: Somebody): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
}
