import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// The browser itself reports what a busy shop answers.
const BUSY = /status of 503/;

/** What the shop answers for want of a place. */
const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    headers: { 'retry-after': '1' },
    json: { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'busy', detail: 'The shop is busy.' },
  });

/** Meets the first calls of one kind with `instead`, and lets the others through. */
async function first(page: Page, method: string, path: string, times: number, instead: (route: Route) => unknown) {
  let left = times;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method || left === 0) return route.fallback();
    left -= 1;
    await instead(route);
  });
}

/** Fills the purchase form of a tool, and comes back before it is sent. */
async function fillPurchase(page: Page, tool: { _id: string }) {
  await page.goto(`/purchase/${tool._id}`);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('60');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
}

test('an order that meets a busy shop keeps what was typed, and tried again it is one order', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: BUSY });
  await letIn(page, origin, customer);
  await fillPurchase(page, tool);
  // First there is no place; then the order is placed, and its answer is lost on the way.
  await first(page, 'POST', '/orders', 1, async (route) => {
    await route.fetch();
    await busy(route);
  });
  await first(page, 'POST', '/orders', 1, busy);
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  for (const _try of [1, 2]) {
    const notice = page.getByRole('alert').filter({ hasText: 'The shop is busy.' });
    await notice.getByText('trying again never orders twice').waitFor();
    await expect.poll(() => page.getByLabel('Shipping address').inputValue()).toBe('48 Foundry Lane, Leeds');
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('60');
    await notice.getByRole('button', { name: 'Try again' }).click();
  }
  await page.getByText('Successfully added to order').waitFor();
  const { body: orders } = await customer.call('GET', `/myorders/${customer.email}`);
  expect(orders.map((it: { quantity: number }) => it.quantity)).toEqual([60]);
  await leave();
});

test('after a lost answer other words make no second order: the page says that the first is there', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const quantities = async () =>
    (await customer.call('GET', `/myorders/${customer.email}`)).body.map((it: { quantity: number }) => it.quantity);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of (503|422)/ });
  await letIn(page, origin, customer);
  await fillPurchase(page, tool);
  await first(page, 'POST', '/orders', 1, async (route) => {
    await route.fetch();
    await busy(route);
  });
  const order = async () => {
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    await page.getByRole('button', { name: 'Order', exact: true }).click();
  };
  await order();
  await page.getByText('trying again never orders twice').waitFor();
  await page.getByLabel('Phone').fill('5550142201');
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('84');
  await order();
  const notice = page.getByRole('alert').filter({ hasText: 'This tool was ordered just now' });
  await notice.getByRole('link', { name: 'See My Orders' }).waitFor();
  expect(await quantities()).toEqual([60]);
  await order();
  await page.getByText('Successfully added to order').waitFor();
  expect(await quantities()).toEqual([60, 84]);
  await leave();
});

test('after a lost answer the order list shows the amount as before, and tried again it is that purchase', async () => {
  const customer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: BUSY });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool._id}?quantity=60`);
  await page.getByRole('button', { name: 'Add to order list' }).click();
  await page.getByText('added to order list.').first().waitFor();
  await page.goto('/order-list');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  const amount = page.locator('.list-totals > div').filter({ hasText: 'Amount to pay' }).getByRole('definition');
  await page.getByText('First order, 30% off').first().waitFor();
  const shown = await amount.innerText();
  await first(page, 'POST', '/purchases', 1, async (route) => {
    await route.fetch();
    await busy(route);
  });
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('trying again never orders twice').waitFor();
  // What the shop says of the offer by now would be there in a moment.
  await page.waitForLoadState('networkidle');
  expect(await amount.innerText()).toBe(shown);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: `Pay ${shown}` }).waitFor();
  await leave();
});

test('a list that meets a busy shop comes a moment later by itself; if it does not, it can be tried again', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: BUSY });
  await letIn(page, origin, customer);
  await first(page, 'GET', '/myorders/*', 1, busy);
  await page.goto('/dashboard/myorders');
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  await first(page, 'GET', '/myorders/*', 3, busy);
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  await leave();
});
