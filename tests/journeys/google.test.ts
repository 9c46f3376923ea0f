import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { orderOf, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, logIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`${device}: Continue with Google, cancelled at first, then signed in here and in the other tab`, async () => {
    const visitor = await visit({ origin, viewport });
    const { page, context } = visitor;
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('link', { name: 'Get Started' }).waitFor();

    await page.goto('/signup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('left before its end').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');

    const google = page.getByRole('button', { name: 'Continue with Google' });
    // A key does not wait for the page's script, as a click does.
    await google.click({ trial: true });
    await google.press('Enter');
    // The login page has a field of that name too.
    await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
    await chooseAccount(page, `google.${device}@example.com`);
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    expect(page.url()).toBe(`${origin}/`);
    await other.getByRole('link', { name: 'Explore All Order' }).waitFor();

    await page.goto('/dashboard');
    await page.getByText(`google.${device}@example.com`).first().waitFor();
    await page.goto('/login');
    await page.waitForURL(`${origin}/`);
    await visitor.leave();
  });
}

test('a tab shows nothing of who was signed in once somebody else has come back from Google in another one', async () => {
  const first = await newCustomer(origin);
  await orderOf(origin, first, { tool: 'Claw Hammer' });
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByRole('button', { name: 'Continue with Google' }).click();
  await other.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();

  await page.goto('/login');
  // The last call that the page makes by itself.
  const last = page.waitForResponse(/\/orderList$/);
  await logIn(page, first);
  await page.getByRole('link', { name: 'Explore All Order' }).click();
  await last;
  await page.getByRole('row').filter({ hasText: 'Claw Hammer' }).first().waitFor();
  await chooseAccount(other, `google.follows.${process.pid}@example.com`);
  await page.getByRole('heading', { level: 2, name: 'No orders yet' }).waitFor();
  await expect.poll(() => page.getByText('Claw Hammer').count()).toBe(0);
  await page.locator('.side').getByText('Gwen Google').waitFor();
  await leave();
});

test('whoever comes to login from the order list is back there after Google, and no later login leads there', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  const tool = await toolNamed(origin, 'Claw Hammer');
  await page.goto('/order-list');
  const line = { tool: tool._id, name: tool.name, quantity: 48, seenPrice: tool.price, addedAt: 1 };
  await page.evaluate(
    (text) => localStorage.setItem('order-list', text),
    JSON.stringify({ version: 1, lines: [line] }),
  );
  await page.reload();
  await page.getByRole('link', { name: 'Log in to order' }).first().click();
  await arrived(page, '/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
  await chooseAccount(page, `google.orders.${process.pid}@example.com`);
  await arrived(page, '/order-list');
  await expect.poll(() => page.getByLabel(/^Quantity: Claw Hammer/).inputValue()).toBe('48');
  expect(await page.evaluate(() => sessionStorage.getItem('mine:after-login:'))).toBeNull();
  await leave();
});

async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Gwen Google');
  await page.getByLabel('Name').press('Enter');
}
