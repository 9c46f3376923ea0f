import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE, running } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

const box = (page: Page) => page.getByRole('combobox', { name: 'Find tools, orders and pages' });
const said = (page: Page) => page.locator('.seek__said');

async function look(page: Page, text: string) {
  await page.goto('/blogs');
  await running(page);
  await page.keyboard.press('Control+k');
  await box(page).fill(text);
}

spec('2 palette.opens', 'on a public page, a form and a page that is not there; not over the menu', async () => {
  const { page, leave } = await visit({ viewport: PHONE, expectedErrors: /status of 404/ });
  for (const path of ['/', '/login', '/order-list', '/none']) {
    await page.goto(path);
    await running(page);
    for (const open of [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('Meta+k'),
      () => page.getByRole('button', { name: 'Find tools, orders and pages' }).click(),
    ]) {
      await open();
      await box(page).waitFor();
      await page.keyboard.press('Escape');
      await box(page).waitFor({ state: 'detached' });
    }
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect.poll(() => box(page).count()).toBe(0);
  await leave();
});

spec('2 palette.quantity', 'said back, priced by the steps, kept in the list of the browser', async () => {
  const { page, leave } = await visit();
  // Other tests have pliers of their own.
  await look(page, '250 combination pliers');
  await said(page).getByText('250 pieces of “combination pliers”: 1 tool. Enter adds 252, 21 boxes of 12.').waitFor();
  await page.getByRole('option', { name: /^Combination Pliers.*\$1,764\s*252 × \$7$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('252 × Combination Pliers 190 mm added to order list.').waitFor();
  const kept = () => page.evaluate(() => JSON.parse(localStorage['order-list']).lines);
  await expect.poll(() => kept()).toMatchObject([{ quantity: 252, seenPrice: 7 }]);
  await leave();
});

spec('2 palette.item-number', 'with hyphens, without them, and beside a quantity', async () => {
  const { page, leave } = await visit();
  for (const [text, says] of [
    ['HT-WRA-250', /^1 tool\. Enter adds \d+, the minimum\.$/],
    ['ht wra 250', /^1 tool\. Enter adds \d+, the minimum\.$/],
    ['HT-WRA-250 x 400', '400 pieces of “HT-WRA-250”: 1 tool. Enter adds 400.'],
    ['400 ht wra 250', '400 pieces of “ht wra 250”: 1 tool. Enter adds 400.'],
  ] as const) {
    await look(page, text);
    await said(page).getByText(says).waitFor();
  }
  await leave();
});

spec('2 palette.own-orders', 'its customer finds it by its id; another customer and a visitor do not', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Hacksaw' });
  const mine = (page: Page) => page.getByRole('group', { name: 'Your orders' }).getByRole('option');
  const own = await visit({ as: buyer });
  await look(own.page, order._id);
  await mine(own.page).filter({ hasText: 'Hacksaw' }).waitFor();
  await own.leave();
  for (const as of [await newCustomer(origin), undefined]) {
    const { page, leave } = await visit(as ? { as } : {});
    const answered = as ? page.waitForResponse(/\/myorders\//) : undefined;
    await look(page, order._id);
    await answered;
    await said(page).getByText('Nothing for').waitFor();
    await expect.poll(() => mine(page).count()).toBe(0);
    await leave();
  }
});

spec('2 palette.admins', 'Enter leads to the page of the tool, and no list is kept', async () => {
  const { page, leave } = await visit({ as: await theAdmin(origin) });
  await look(page, '250 HT-WRA-250');
  await said(page).getByText('250 pieces of “HT-WRA-250”: 1 tool.').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/manageTools\/[\w-]+$/);
  await expect.poll(() => page.evaluate(() => 'order-list' in localStorage)).toBe(false);
  await leave();
});
