import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused, pressUntil } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const list = (page: Page) => page.getByRole('alertdialog', { name: 'Keys on this page' });

test('? lists the keys of a page; My Profile turns single keys off and on, in this browser', async () => {
  const buyer = await newCustomer(origin, 'Kay Keys');
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, order);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  const purchase = `/dashboard/purchases/${order.number}`;
  await page.goto(purchase);
  await page.getByLabel('Note for admins').waitFor();
  await pressUntil(page, '?', () => list(page).isVisible());
  const rows = await list(page).locator('dl > div').allInnerTexts();
  // The invoice is written soon after the payment, and has a key then.
  const settled = rows.map((row) => row.replace(/\s+/g, ' ')).filter((row) => row !== 'I Invoice');
  expect(settled).toEqual([
    'Ctrl K Find tools, orders and pages',
    'P Packing slip',
    'R Refund',
    'S Ship',
    'N Note for admins',
    'F8 Go to the messages',
    'Esc Close what is on top',
    '? This list',
  ]);
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });

  await page.goto('/dashboard');
  const keys = page.getByRole('switch', { name: 'Single keys' });
  await keys.click();
  await expect.poll(() => keys.isChecked()).toBe(false);
  await page.goto(purchase);
  const note = page.getByLabel('Note for admins');
  await note.waitFor();
  // Ctrl K is no single key: once it answers, the page listens, and the others would have answered, too.
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await list(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  expect(await focused(page)).not.toBe('Note for admins');

  await page.goto('/dashboard');
  await expect.poll(() => keys.isChecked()).toBe(false);
  await keys.click();
  await page.keyboard.press('?');
  await list(page).waitFor();
  await leave();
});
