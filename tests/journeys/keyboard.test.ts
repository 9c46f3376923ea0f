import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shortOrderId } from '#model/kernel/ids.ts';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('by keyboard alone: sign up, find a tool, order it, pay with 3-D Secure', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/signup');
  await tabTo(page, 'Name');
  await page.keyboard.type('Dana Ortiz');
  await tabTo(page, 'Email');
  await page.keyboard.type('keyboard.buyer@example.com');
  await tabTo(page, 'Password');
  await page.keyboard.type('secret1');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();

  await tabTo(page, 'Search tools by name or item number');
  await page.keyboard.type('adjustable wrench');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#tools article').filter({ hasNotText: 'Adjustable Wrench' }).count()).toBe(0);
  await tabTo(page, 'Order Now');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: /Adjustable Wrench/ }).waitFor();
  await page.getByLabel('Phone').waitFor();
  await tabTo(page, 'Phone');
  await page.keyboard.type('5550142200');
  await tabTo(page, 'Shipping address');
  await page.keyboard.type('48 Foundry Lane, Leeds');
  await tabTo(page, 'Quantity');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  const minimum = Number(await quantity.inputValue());
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => quantity.inputValue()).toBe(String(minimum + 1));
  await tabTo(page, 'Purchase');
  await page.keyboard.press('Space');
  await standsOn(page, 'Order');
  await page.keyboard.press('Escape');
  await standsOn(page, 'Purchase');
  await page.keyboard.press('Enter');
  await standsOn(page, 'Order');
  await page.keyboard.press('Enter');
  await page.getByText('Successfully added to order').waitFor();
  await standsOn(page, 'Pay now');
  await tabTo(page, 'See My Orders');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor();
  const payNow = page.getByRole('link', { name: /^Pay Now/ });
  await payNow.waitFor();
  await tabTo(page, (await payNow.getAttribute('aria-label')) ?? '');
  await page.keyboard.press('Enter');
  await page.getByLabel('Card number').waitFor();
  await tabTo(page, 'Card number');
  await page.keyboard.type('4000002500003155');
  await tabTo(page, 'Expiry');
  await page.keyboard.type('1240');
  await tabTo(page, 'Security code');
  await page.keyboard.type('123');
  await tabTo(page, (await page.getByRole('button', { name: /^Pay \$/ }).textContent()) ?? '');
  await page.keyboard.press('Space');
  await standsOn(page, 'Complete');
  await page.keyboard.press('Enter');
  await standsOn(page, 'OK');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor({ state: 'detached' });
  await tabTo(page, 'See My Orders');
  await page.keyboard.press('Enter');
  await page.getByText('Processing').first().waitFor();
  await leave();
});

test('by keyboard alone: a customer cancels an order and gives four and a half stars', async () => {
  const customer = await newCustomer(origin, 'Kenji Mori');
  const order = await orderOf(origin, customer, { tool: 'Claw Hammer' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, customer);
  await page.goto('/dashboard/myorders');
  const cancel = `Cancel: ${order.tools_name}`;
  await page.getByRole('button', { name: cancel }).waitFor();
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  await standsOn(page, 'Keep order');
  await page.keyboard.press('Escape');
  await standsOn(page, cancel);
  await page.keyboard.press('Space');
  await standsOn(page, 'Keep order');
  await tabTo(page, 'Cancel order');
  await page.keyboard.press('Space');
  await page.getByText('Deleted!').first().waitFor();
  await page.getByRole('heading', { level: 2, name: 'No orders yet' }).waitFor();
  await standsOn(page, 'My Orders');

  await tabTo(page, 'Add A Review', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('h1:focus', { hasText: 'Add A Review' }).waitFor();
  await page.getByRole('radio', { name: '0.5 out of 5' }).waitFor();
  await tabTo(page, '0.5 out of 5');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await standsOn(page, '4.5 out of 5');
  await tabTo(page, 'Review');
  const words = 'Every hammer of the crate was straight.';
  await page.keyboard.type(words);
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await page.getByText('Thanks for review us!').first().waitFor();
  await page.goto('/');
  const review = page.getByRole('article').filter({ hasText: words });
  await review.getByText('4.5', { exact: true }).waitFor();
  await leave();
});

test('by keyboard alone: an admin finds the orders of a customer, ships one and deletes the other', async () => {
  const customer = await newCustomer(origin, 'Ines Vidal');
  const paid = await orderOf(origin, customer, { tool: 'Tape Measure' });
  await payFor(origin, customer, paid);
  const unpaid = await orderOf(origin, customer, { tool: 'Hex Key Set' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/manageAllOrders');
  const rows = page.getByRole('row').filter({ hasText: customer.email });
  await rows.first().waitFor();
  await tabTo(page, 'Search orders');
  await page.keyboard.type(customer.email);
  await expect.poll(() => page.getByRole('row').count()).toBe(3);

  await tabTo(page, `Mark shipped: order ${shortOrderId(paid._id)}`);
  await page.keyboard.press('Space');
  const shipped = rows.filter({ hasText: 'Tape Measure' });
  await shipped.getByText('Shipped', { exact: true }).waitFor();
  await expect.poll(() => hasFocus(shipped)).toBe(true);
  await tabTo(page, `Delete: order ${shortOrderId(unpaid._id)}`, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await standsOn(page, 'Keep order');
  await tabTo(page, 'Delete order');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted!').first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => hasFocus(shipped.getByRole('link'))).toBe(true);
  await leave();
});

const hasFocus = (row: Locator) => row.evaluate((it) => it === document.activeElement);

/** Waits until what has this name has the focus. */
const standsOn = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

test('a link to the tools of home leads there with the focus, too', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/order-list');
  await running(page);
  await page.getByRole('link', { name: 'See all tools' }).press('Enter');
  const heading = page.getByRole('heading', { level: 2, name: 'Our Tools' });
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  await leave();
});
