import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { holdNext } from '../harness/hold-next.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn, logIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const wayBack = (page: Page) => page.getByRole('link', { name: /^Continue your order: Claw Hammer/ });

test('a visitor sent to login on the way to a tool finds the way back on home, until it was used', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await page.goto('/?q=claw+hammer');
  const cell = page.locator('#tools article').filter({ hasText: 'Claw Hammer' });
  await cell.getByRole('link', { name: 'Order Now' }).click();
  await arrived(page, '/login');
  await logIn(page, customer);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await wayBack(page).click();
  await page.getByRole('heading', { level: 1, name: /Claw Hammer/ }).waitFor();
  await page.getByRole('textbox', { name: 'Phone' }).waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await expect.poll(() => wayBack(page).count()).toBe(0);
  await leave();
});

test('quantity, phone and address survive the end of a session for the same customer only, and go with a Logout', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool._id}`);
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('60');
  await orderAfterSessionEnd(page);
  await logIn(page, customer);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await wayBack(page).click();
  await expect.poll(() => quantity.inputValue()).toBe('60');
  await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('5550142200');
  await expect.poll(() => page.getByLabel('Shipping address').inputValue()).toBe('48 Foundry Lane, Leeds');
  expect(page.url()).not.toMatch(/Foundry|5550142200/);

  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await arrived(page, '/login');
  await logIn(page, customer);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await expect.poll(() => wayBack(page).count()).toBe(0);
  await leave();
});

test('another customer who logs in sees the tool but nothing the first one typed; placing an order clears it', async () => {
  const [first, second] = [await newCustomer(origin), await newCustomer(origin)];
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, first);
  await page.goto(`/purchase/${tool._id}`);
  await orderAfterSessionEnd(page);
  await logIn(page, second);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await wayBack(page).click();
  await page.getByRole('textbox', { name: 'Phone' }).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('Shipping address').inputValue()).toBe('');
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(() => kept()).not.toContain('Foundry');

  await typeContact(page, '5550142211', '7 Mill Street, Leeds');
  await pressOrder(page);
  const dialog = page.getByRole('alertdialog', { name: 'Congratulations' });
  await dialog.getByText('Successfully added to order').waitFor();
  await expect.poll(() => kept()).not.toContain('Mill Street');
  await dialog.getByRole('link', { name: 'See My Orders' }).waitFor();
  await dialog.getByRole('link', { name: 'Pay now' }).click();
  await page.waitForURL(/\/dashboard\/payment\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
  await leave();
});

test('whoever goes back while an order is being placed, and orders once more, has one order and is told of it', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, customer);
  await page.goto('/?q=claw+hammer');
  await running(page);
  const cell = page.locator('#tools article').filter({ hasText: 'Claw Hammer' });
  await cell.getByRole('link', { name: 'Order Now' }).click();
  await page.getByLabel('Phone').waitFor();
  await typeContact(page, '5550142200', '48 Foundry Lane, Leeds');
  const letGo = await holdNext(page, '**/orders', 'POST');
  await pressOrder(page);
  await page.goBack();
  await cell.waitFor();
  letGo();
  await page.getByText('Successfully added to order').first().waitFor();
  await page.goForward();
  await page.getByLabel('Phone').waitFor();
  await pressOrder(page);
  await page.getByRole('alertdialog', { name: 'Congratulations' }).waitFor();
  const orders = expectOk(await customer.call('GET', `/myorders/${customer.email}`));
  expect(orders).toHaveLength(1);
  await leave();
});

test('whoever leaves the order list while it is being ordered is told on the next page', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool._id}`);
  await page.getByRole('button', { name: 'Add to order list', exact: true }).click();
  await page.getByRole('button', { name: 'Open order list' }).first().click();
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  const letGo = await holdNext(page, '**/purchases', 'POST');
  await page.getByRole('button', { name: /^Order 1 tool/ }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /Claw Hammer/ }).waitFor();
  letGo();
  await page.getByText('Successfully added to order').first().waitFor();
  await leave();
});

test('whoever leaves while an order or a list is being ordered is told of a refusal on the next page', async () => {
  const customer = await newCustomer(origin);
  const [alone, listed] = [await newTool(origin, 'Left Hammer'), await newTool(origin, 'Listed Hammer')];
  const makeDearer = async ({ admin, id }: typeof alone) =>
    expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, price: 12 }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${listed.id}`);
  await page.getByRole('button', { name: 'Add to order list', exact: true }).click();
  await page.getByRole('button', { name: 'Open order list' }).first().waitFor();

  await page.goto(`/purchase/${alone.id}`);
  await running(page);
  await typeContact(page, '5550142200', '48 Foundry Lane, Leeds');
  const place = await holdNext(page, '**/orders', 'POST');
  await pressOrder(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/order-list"]')?.click());
  await page.getByLabel('Ship to').waitFor();
  await makeDearer(alone);
  place();
  await page.getByText(`${alone.name} was not ordered.`).first().waitFor();

  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  const order = await holdNext(page, '**/purchases', 'POST');
  await page.getByRole('button', { name: /^Order 1 tool/ }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: alone.name }).waitFor();
  await makeDearer(listed);
  order();
  await page.getByText('Your order list was not ordered.').first().waitFor();
  expect(expectOk(await customer.call('GET', `/myorders/${customer.email}`))).toEqual([]);
  await leave();
});

/** Types an order, and presses Order after the session has ended, which leads to login. */
async function orderAfterSessionEnd(page: Page): Promise<void> {
  await typeContact(page, '5550142200', '48 Foundry Lane, Leeds');
  // A question of the page that met the ended session would already lead to login: the list's is the last.
  await page.waitForFunction(() => localStorage.getItem('own-list') !== null);
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await pressOrder(page);
  await arrived(page, '/login');
}

async function typeContact(page: Page, phone: string, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByLabel('Shipping address').fill(address);
}

async function pressOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
}
