import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const expectedErrors = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const listed = (page: Page) => page.locator('.header .listed');
const alert = (page: Page) => page.locator('.toasts[role=alert]');
const header = (page: Page) => page.getByRole('banner').first();

test('a message that cannot be fetched is shown as plain text: what was added stays, and so does the page', async () => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors });
  const { _id } = await toolNamed(origin, 'Claw Hammer');
  await letIn(page, origin, await newCustomer(origin));
  await page.goto(`/purchase/${_id}?quantity=48`);
  await running(page);
  const add = page.getByRole('button', { name: 'Add to order list' }).first();
  await add.and(page.locator(':enabled')).waitFor();
  await context.setOffline(true);
  await add.click();
  await alert(page).getByText('added to order list.').waitFor();
  await expect.poll(() => listed(page).innerText()).toMatch(/^1\s*tool$/);
  await add.click();
  await alert(page).getByText('Now 96 in your order list.').waitFor();
  await expect.poll(() => header(page).isVisible()).toBe(true);

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Open order list' }).first().waitFor();
  await expect.poll(() => alert(page).count()).toBe(0);
  await page.reload();
  await expect.poll(() => listed(page).innerText()).toMatch(/^1\s*tool$/);
  await leave();
});

test('a message is fetched again with the next one', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await page.route(/toast-stack.*\.js$/, (route) => route.abort());
  // Others may sell out what the catalogue has.
  const tool = await newTool(origin, 'Fetching Plane');
  await page.goto(`/?need=50&q=${encodeURIComponent(tool.sku)}`);
  await running(page);
  const cart = page.getByRole('button', { name: /^Add .* to order list/ });
  await cart.click();
  await alert(page).getByText('added to order list.').waitFor();
  await page.unroute(/toast-stack.*\.js$/);
  await cart.click();
  await page.getByRole('button', { name: 'Open order list' }).first().waitFor();
  await leave();
});

test('a palette that cannot be fetched says so, and opens once there is a connection', async () => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await page.goto('/blogs');
  await running(page);
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await alert(page).getByText('The search did not open. Try again.').waitFor();
  await expect.poll(() => header(page).isVisible()).toBe(true);
  await context.setOffline(false);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find tools, orders and pages' }).waitFor();
  await leave();
});

test('a dialog that cannot be fetched says so, what was typed stays, and it opens at the next press', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await page.route(/dialog-frames.*\.js$/, (route) => route.abort());
  await page.goto('/login');
  await running(page);
  const email = page.getByLabel('Email');
  await email.fill('typed@example.com');
  const forgot = page.getByRole('button', { name: 'Forgot password' });
  await forgot.click();
  await page.getByText('This did not open. The page may be out of date.').first().waitFor();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await expect.poll(() => email.inputValue()).toBe('typed@example.com');
  await page.unroute(/dialog-frames.*\.js$/);
  await forgot.click();
  await page.getByRole('dialog', { name: 'Reset password' }).waitFor();
  await leave();
});

test.each(['from the start', 'once it runs'])('a frame that fails %s leaves a page that says so', async (when) => {
  const { page } = await visit({ origin, viewport: DESKTOP });
  // The frame asks so whether the page has a footer.
  await page.addInitScript((first) => {
    const { test: asked } = RegExp.prototype;
    Object.assign(window, { fails: first });
    RegExp.prototype.test = function (text) {
      if ('fails' in window && window.fails && this.source.startsWith('^(home|')) throw new Error('broken frame');
      return asked.call(this, text);
    };
  }, when === 'from the start');
  await page.goto('/blogs');
  if (when !== 'from the start') {
    await running(page);
    // At once: an answer that comes between the two would draw the frame anew, without the link.
    await page
      .getByRole('link', { name: 'Login' })
      .filter({ visible: true })
      .first()
      .evaluate((link: HTMLElement) => {
        Object.assign(window, { fails: true });
        link.click();
      });
  }
  await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
