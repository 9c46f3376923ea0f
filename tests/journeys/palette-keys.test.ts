import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { tabTo } from '../harness/keyboard.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const LABEL = 'Find tools, orders and pages';
const box = (page: Page) => page.getByRole('combobox', { name: LABEL });

async function home() {
  const visitor = await visit({ origin, viewport: DESKTOP });
  await visitor.page.goto('/');
  await running(visitor.page);
  return visitor;
}

test('a held Enter opens the palette and chooses nothing, and adds a tool once, as a double click does', async () => {
  const { page, leave } = await home();
  await tabTo(page, LABEL);
  await page.keyboard.down('Enter');
  await box(page).waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.type('20 claw hammer');
  await page.locator('.seek__said').getByText('Enter adds').waitFor();
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.getByText('24 × Claw Hammer 16 oz added to order list.').waitFor();
  await page.getByRole('option', { name: /^Claw Hammer/ }).dblclick();
  await page.getByText(/Now \d+ in your order list/).waitFor();
  await page.goto('/order-list');
  await expect.poll(() => page.getByRole('textbox', { name: /^Quantity: Claw/ }).inputValue()).toBe('48');
  await leave();
});

test('Caps Lock does not keep Ctrl K from opening the palette', async () => {
  const { page, leave } = await home();
  const press = (shiftKey: boolean) =>
    page.evaluate((shiftKey) => {
      const key = { key: 'K', ctrlKey: true, shiftKey, bubbles: true, cancelable: true };
      return document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    }, shiftKey);
  // Ctrl Shift K is the browser's.
  expect(await press(true)).toBe(true);
  expect(await press(false)).toBe(false);
  await box(page).waitFor();
  await leave();
});
