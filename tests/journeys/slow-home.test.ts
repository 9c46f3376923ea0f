import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { startShopOfManyTools } from '../harness/many-tools.ts';
import type { ShopProcess } from '../harness/shop.ts';
import { heading } from '../harness/visits.ts';

const { visit } = useBrowser();
let shop: ShopProcess;
let origin: string;

beforeAll(async () => {
  shop = await startShopOfManyTools();
  origin = shop.origin;
}, 120_000);
afterAll(() => shop.stop());

const MORE = /\/tools\?/;
const ANSWERS = /\.data(\?|$)/;
const SCRIPTS = /\/assets\/[\w-]+\.js/;

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /Search tools/ });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name });
const names = (page: Page) => page.locator('#tools').getByRole('heading', { level: 3 }).allInnerTexts();
const count = (page: Page) => names(page).then(({ length }) => length);
const search = (page: Page) => new URL(page.url()).search;

async function opened(viewport = DESKTOP) {
  const visitor = await visit({ origin, viewport });
  const { page } = visitor;
  await page.goto('/');
  await running(page);
  return visitor;
}

/** What is asked for at such addresses waits until it is let go. */
async function hold(page: Page, addresses: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return {
    asked: () => page.waitForRequest(addresses),
    letGo: resolve,
  };
}

const loadMore = (page: Page) => page.getByRole('link', { name: 'Load more' }).click();

test('more tools that come late leave the view as it was chosen meanwhile', async () => {
  const { page, leave } = await opened();
  const more = await hold(page, MORE);
  await loadMore(page);
  await page.getByRole('link', { name: 'List view' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  more.letGo();
  await expect.poll(() => search(page)).toBe('?view=list&shown=96');
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await leave();
});

test('more tools that come late do not stop a search', async () => {
  const { page, leave } = await opened();
  const [more, answers] = [await hold(page, MORE), await hold(page, ANSWERS)];
  await loadMore(page);
  const asked = answers.asked();
  await choice(page, 'Category').selectOption('Hammers & Striking');
  await asked;
  more.letGo();
  await expect.poll(() => count(page)).toBe(96);
  answers.letGo();
  await expect.poll(() => search(page)).toBe('?category=Hammers+%26+Striking');
  await expect.poll(async () => (await names(page)).filter((name) => !/hammer|mallet/i.test(name))).toEqual([]);
  await leave();
});

test('more tools that come late do not keep whoever orders on the page', async () => {
  const { page, leave } = await opened();
  const [more, scripts] = [await hold(page, MORE), await hold(page, SCRIPTS)];
  await loadMore(page);
  const asked = scripts.asked();
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await asked;
  await page.locator('.pending').waitFor();
  more.letGo();
  await expect.poll(() => count(page)).toBe(96);
  scripts.letGo();
  await heading(page, 'Login').waitFor();
  await leave();
});

test.each([
  ['words', searchBox],
  ['a quantity', (page: Page) => page.getByLabel(/^I need/).first()],
])('%s typed just before an order do not keep whoever orders on the page', async (_, field) => {
  const { page, leave } = await opened();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const scripts = await hold(page, SCRIPTS);
  await field(page).fill('250');
  const asked = scripts.asked();
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await asked;
  await page.locator('.pending').waitFor();
  await page.clock.runFor(1_000);
  scripts.letGo();
  await page.clock.resume();
  await heading(page, 'Login').waitFor();
  await leave();
});

const FOUND = /hammer/i;

/** The page has drawn what it asks for: what is pressed next adds to it. */
const drawn = (page: Page, part: string) =>
  page.locator(`a[href*="view=list"][href*="${part}"]`).first().waitFor({ state: 'attached' });

test('on a phone words whose answer has not come stay when a filter is chosen, and the filter when words are', async () => {
  const { page, leave } = await opened(PHONE);
  const answers = await hold(page, ANSWERS);
  const sheet = page.getByRole('dialog', { name: 'Filter tools' });
  const asked = page.waitForRequest(/q=hammer/);
  await searchBox(page).fill('hammer');
  await asked;
  await drawn(page, 'q=hammer');
  await page.getByRole('button', { name: 'Filter' }).click();
  const both = page.waitForRequest(/q=hammer&min_order=50/);
  await sheet.getByLabel('Up to 50').check();
  await both;
  await drawn(page, 'min_order=50');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => searchBox(page).inputValue()).toBe('hammer');
  const next = page.waitForRequest(/q=claw\+hammer&min_order=50/);
  await searchBox(page).fill('claw hammer');
  await next;
  answers.letGo();
  await expect.poll(() => search(page)).toBe('?q=claw+hammer&min_order=50');
  await expect.poll(async () => (await names(page)).filter((name) => !FOUND.test(name))).toEqual([]);
  await expect.poll(() => searchBox(page).inputValue()).toBe('claw hammer');
  await leave();
});

test('a filter that is removed before the answer to what was typed takes none of that away', async () => {
  const { page, leave } = await opened();
  const box = searchBox(page);
  await choice(page, 'Min. order').selectOption('Up to 50');
  const chip = page.getByRole('link', { name: 'Min. order up to 50, remove' });
  await chip.waitFor();
  const answers = await hold(page, ANSWERS);
  const asked = page.waitForRequest(/q=hammer/);
  await box.fill('hammer');
  await asked;
  await drawn(page, 'q=hammer');
  await chip.click();
  answers.letGo();
  await expect.poll(() => search(page)).toBe('?q=hammer');
  await expect.poll(async () => (await names(page)).filter((name) => !FOUND.test(name))).toEqual([]);
  await expect.poll(() => box.inputValue()).toBe('hammer');
  await expect.poll(() => choice(page, 'Min. order').inputValue()).toBe('');
  await leave();
});
