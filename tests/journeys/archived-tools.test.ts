import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newAdmin, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

async function open(path: string) {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of (404|409)|ERR_FAILED/ });
  await letIn(visitor.page, origin, await theAdmin(origin));
  await visitor.page.goto(path);
  return visitor;
}

test('an archived tool is found in Manage Tools by its item number, with who archived it, and is restored', async () => {
  const { id, sku } = await newTool(origin, 'Archived Mallet');
  const other = await newAdmin(theShop(), 'Sam Archivist');
  expectOk(await other.call('DELETE', `/tools/${id}`));
  const { page, leave } = await open('/dashboard/manageTools');
  const search = page.getByRole('searchbox', { name: 'Search tools' });
  await search.fill(sku);
  await page.getByRole('heading', { name: 'No tool found' }).waitFor();
  await page.getByRole('tab', { name: 'Archived' }).click();
  await page.getByText('1 archived tool found').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?show=archived&search=${sku}`);
  const row = page.getByRole('row').filter({ hasText: sku });
  await row.getByText('Sam Archivist').waitFor();
  await page.reload();
  await row.getByRole('link', { name: /^Archived Mallet/ }).click();
  await page.getByText(/Archived .*, by Sam Archivist/).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('is on sale again.').first().waitFor();
  await page.goto(`/dashboard/manageTools?show=archived&search=${sku}`);
  await page.getByRole('heading', { name: 'No tool found' }).waitFor();
  await page.getByRole('tab', { name: 'On sale' }).click();
  await row.waitFor();
  await leave();
});

test.each([
  ['the second click of a double click', pressTwice],
  ['a key that is still held', holdEnter],
])('%s on Archive does not restore', async (_, press) => {
  const { id } = await newTool(origin, 'Pressed Mallet');
  const { page, leave } = await open(`/dashboard/manageTools/${id}`);
  const sent: string[] = [];
  page.on('request', (it) => it.method() === 'GET' || sent.push(`${it.method()} ${new URL(it.url()).pathname}`));
  const restore = page.getByRole('button', { name: 'Restore' });
  await press(page, page.getByRole('button', { name: 'Archive' }), restore);
  await restore.click();
  await page.getByText('is on sale again.').first().waitFor();
  const changes = sent.filter((its) => /\/tools\/[^/]+(\/restore)?$/.test(its));
  expect(changes).toEqual([`DELETE /tools/${id}`, `POST /tools/${id}/restore`]);
  await leave();
});

async function pressTwice(page: Page, button: Locator, then: Locator): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await page.mouse.up();
  await then.waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

async function holdEnter(page: Page, button: Locator, then: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.down('Enter');
  await then.waitFor();
  for (let times = 0; times < 2; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

test('where an archived tool has the item number, adding and editing lead to that tool', async () => {
  const [gone, kept] = [await newTool(origin, 'Archived Rasp'), await newTool(origin, 'Kept Rasp')];
  expectOk(await gone.admin.call('DELETE', `/tools/${gone.id}`));
  const { page, leave } = await open(`/dashboard/manageTools/${kept.id}`);
  await page.getByLabel('Item number').fill(gone.sku);
  await page.getByText(/^Taken by Archived Rasp.*\(archived\)\.$/).waitFor();
  const link = page.getByRole('link', { name: 'Open the archived tool' });
  await expect.poll(() => link.getAttribute('href')).toBe(`/dashboard/manageTools/${gone.id}`);
  await page.getByLabel('Item number').fill(kept.sku);
  await expect.poll(() => link.count()).toBe(0);
  await leave();
});

test('a tool is archived while somebody edits it: who and when is said, and restored there, what was typed is saved', async () => {
  const { id } = await newTool(origin, 'Taken Hammer', { price: 9, min_quantity: 24, available_quantity: 500 });
  const other = await newAdmin(theShop(), 'Sam Archivist');
  const { page, leave } = await open(`/dashboard/manageTools/${id}`);
  const save = page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Save' });
  await page.getByLabel('Price').fill('12');
  expectOk(await other.call('DELETE', `/tools/${id}`));
  await save.click();
  const news = page
    .getByRole('alert')
    .filter({ hasText: /^Sam Archivist archived this tool at \d\d:\d\d\. Restore it,/ });
  await news.waitFor();
  await expect.poll(() => news.evaluate((it) => it.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('12');
  await news.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => news.count()).toBe(0);
  await expect.poll(() => focused(page)).toMatch(/^Taken Hammer/);
  await save.click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();

  await page.getByRole('link', { name: /^Stock/ }).click();
  const form = page.getByRole('form', { name: 'Change stock' });
  await form.getByLabel('Pieces').fill('40');
  await form.getByText('500 becomes 540.').waitFor();
  expectOk(await other.call('DELETE', `/tools/${id}`));
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/^Sam Archivist archived this tool at/).waitFor();
  await expect.poll(() => form.getByLabel('Pieces').inputValue()).toBe('40');
  await form.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => form.getByRole('alert').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('Change stock');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. 540 are available.').first().waitFor();
  await leave();
});

test('a Delete that fails says so below the name, and no column of the list moves', async () => {
  const { id, sku } = await newTool(origin, 'Stubborn Plane');
  const { page, leave } = await open(`/dashboard/manageTools?search=${sku}`);
  const cells = page.getByRole('row').filter({ hasText: sku }).getByRole('cell');
  await cells.first().waitFor();
  const places = () => cells.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().left)));
  const before = await places();
  await page.route(`**/tools/${id}`, (route) => route.abort());
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete tool' }).click();
  await page.getByText('The shop cannot be reached.').waitFor();
  expect(await places()).toEqual(before);
  await leave();
});

test('a card of a tool that was archived since says so when it is added to the order list', async () => {
  const { id, name, admin } = await newTool(origin, 'Carded Mallet');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 404/ });
  await page.goto(`/?q=${encodeURIComponent(name)}`);
  const press = page.getByRole('button', { name: `Add 12 × ${name} to order list` });
  await press.waitFor();
  expectOk(await admin.call('DELETE', `/tools/${id}`));
  await press.click();
  const told = 'Not added to your order list. This tool is no longer in the catalogue. Choose another one.';
  await page.getByText(told).first().waitFor();
  await leave();
});
