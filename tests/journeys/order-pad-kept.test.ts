import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const box = (page: Page) => page.getByRole('textbox', { name: 'Your list' });
const typed = (page: Page) => box(page).inputValue();
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage['order-pad'] ?? '{}'));

async function openPad(page: Page) {
  await page.goto('/order-pad');
  await box(page).waitFor();
}

test('in two tabs the pad is one: nothing typed in one is lost in the other, and nothing is added twice', async () => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page);
  const other = await context.newPage();
  await openPad(other);
  const list = 'HT-WRA-250 400\nHT-HAM-024 24';
  await box(page).fill(list);
  await expect.poll(() => typed(other)).toBe(list);
  await box(other).press('Control+End');
  await box(other).pressSequentially('0');
  await expect.poll(() => typed(page)).toBe(`${list}0`);

  // The other half of it is typed in the other tab.
  await other.getByRole('tab', { name: 'Line by line' }).click();
  await other.getByRole('combobox', { name: 'Item number or name, line 1' }).fill('tape');
  await expect.poll(async () => (await kept(other)).entries?.[0]?.typed).toBe('tape');
  expect((await kept(other)).text).toBe(`${list}0`);
  await other.getByRole('tab', { name: 'Paste or drop a file' }).click();
  await other.getByText('2 lines: 2 recognised').waitFor();
  await page.getByRole('button', { name: 'Add 2 lines to order list' }).click();
  await arrived(page, '/order-list');
  await other.getByText('Your lines appear here while you paste').waitFor();
  expect(await typed(other)).toBe('');
  await leave();
});

test('Try again asks again for prices that did not come when somebody was back in the tab', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await openPad(page);
  await box(page).fill('HT-WRA-250 400');
  await page.getByText('1 line: 1 recognised').waitFor();
  await page.route('**/tools/match', (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const problem = page.getByText('These lines could not be checked.');
  await problem.waitFor();
  await page.unroute('**/tools/match');
  await page.getByRole('button', { name: 'Try again' }).click();
  await problem.waitFor({ state: 'detached' });
  await leave();
});

test('of two sheets that are chosen one after the other the last one is on the pad', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page);
  const sheets = ['HT-WRA-250', 'HT-TAP-525', 'HT-BOX-020'].map((no, at) => ({
    name: `Week ${at + 1}`,
    rows: [[no, 240]],
  }));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'weeks.xlsx', mimeType: '', buffer: Buffer.from(await writeXlsx({ sheets })) });
  await page.getByText('weeks.xlsx has 3 sheets.').waitFor();
  await page.getByLabel('Choose a sheet of weeks.xlsx').evaluate((it: HTMLSelectElement | SVGElement | HTMLElement) => {
    for (const sheet of ['Week 2', 'Week 3']) {
      (it as HTMLSelectElement).value = sheet;
      it.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await expect.poll(() => typed(page)).toContain('HT-BOX-020');
  expect(await typed(page)).toBe('HT-BOX-020\t240');
  await page.getByText('1 line: 1 recognised').waitFor();
  expect(await typed(page)).toBe('HT-BOX-020\t240');
  await leave();
});
