import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { startShopOfManyTools } from '../harness/many-tools.ts';
import type { ShopProcess } from '../harness/shop.ts';

const { visit } = useBrowser();
let shop: ShopProcess;
let origin: string;

beforeAll(async () => {
  shop = await startShopOfManyTools();
  origin = shop.origin;
}, 120_000);
afterAll(() => shop.stop());

/** The answers for which the page of the tools asks by itself. */
const ANSWERS = /\.data(\?|$)/;

const box = (page: Page) => page.getByRole('searchbox', { name: /Search tools/ });
const names = (page: Page) => page.locator('#tools').getByRole('heading', { level: 3 }).allInnerTexts();
const status = (page: Page) => page.locator('#tools p[role="status"]').innerText();

async function open(page: Page, address: string) {
  await page.goto(address);
  // The offer of the hero is known only after the script has come.
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
}

const eachOf = (page: Page, word: RegExp) =>
  expect
    .poll(async () => {
      const found = await names(page);
      return found.length > 0 ? found.filter((name) => !word.test(name)) : 'nothing found';
    })
    .toEqual([]);

test('the mouse: search, filter, sort, view; back, forward, reload and a shared address show the same', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await open(page, '/');
  const bar = page.getByRole('search', { name: 'Tools' });
  const everything = await status(page);

  await box(page).pressSequentially('clmap');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=clmap');
  await eachOf(page, /clamp/i);
  await expect.poll(() => status(page)).toMatch(/^\d+ of \d+ tools/);

  await bar.getByRole('combobox', { name: 'Price' }).selectOption('Up to $5');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => status(page)).toBe(everything);
  await expect.poll(() => box(page).inputValue()).toBe('');

  await bar.getByRole('combobox', { name: 'Min. order' }).selectOption('Up to 10');
  await expect.poll(() => new URL(page.url()).search).toBe('?min_order=10');
  await bar.getByLabel('In stock').check();
  await expect.poll(() => new URL(page.url()).search).toBe('?min_order=10&in_stock=true');
  await bar.getByRole('combobox', { name: 'Sort' }).selectOption('Lowest price');
  await expect.poll(() => new URL(page.url()).search).toBe('?min_order=10&in_stock=true&sort=price-asc');
  await bar.getByRole('link', { name: 'List view' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  const prices = async () =>
    (await page.locator('#tools .money').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));
  await expect.poll(async () => (await prices()).toSorted((a, b) => a - b)).toEqual(await prices());
  const found = await prices();
  const address = page.url();

  await page.reload();
  await expect.poll(() => prices()).toEqual(found);
  const friend = await visit({ origin, viewport: PHONE });
  await open(friend.page, address);
  await expect.poll(() => friend.page.locator('#tools .money').count()).toBe(found.length);
  await friend.leave();

  await page.goBack();
  await page.goBack();
  await expect.poll(() => bar.getByRole('combobox', { name: 'Sort' }).inputValue()).toBe('');
  await expect.poll(() => new URL(page.url()).search).toBe('?min_order=10&in_stock=true');
  await page.goForward();
  await expect.poll(() => bar.getByRole('combobox', { name: 'Sort' }).inputValue()).toBe('price-asc');

  await page.getByRole('link', { name: 'In stock, remove' }).click();
  await expect.poll(() => bar.getByLabel('In stock').isChecked()).toBe(false);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect.poll(() => status(page)).toBe(everything);
  await visitor.leave();
});

test('words that were pasted with their tabs are searched for', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await open(page, '/');
  await box(page).fill('HT-WRA-250\tWrench');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=HT-WRA-250+Wrench');
  await eachOf(page, /Wrench/);
  await expect.poll(() => status(page)).toMatch(/^\d+ of \d+ tools/);
  await expect.poll(() => box(page).inputValue()).toMatch(/^HT-WRA-250\sWrench$/);
  await visitor.leave();
});

test('a category: chosen, with words, shared, and what to drop when nothing is left', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await open(page, '/');
  const bar = page.getByRole('search', { name: 'Tools' });
  await bar.getByRole('combobox', { name: 'Category' }).selectOption('Hammers & Striking');
  await eachOf(page, /hammer|mallet/i);
  expect(new URL(page.url()).searchParams.get('category')).toBe('Hammers & Striking');
  await page.reload();
  await eachOf(page, /hammer|mallet/i);
  await expect.poll(() => bar.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Hammers & Striking');

  await box(page).fill('flashlight');
  await page.getByText('Without “Hammers & Striking” there is 1.').waitFor();
  await page.getByRole('link', { name: 'Drop Hammers & Striking' }).click();
  await eachOf(page, /torch/i);
  await expect.poll(() => bar.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('');
  await visitor.leave();
});

test('the keyboard alone: search, load more with the focus on the first new tool, order and come back', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await open(page, '/');
  await box(page).focus();
  await page.keyboard.type('HT-WRA');
  await page.keyboard.press('Enter');
  await eachOf(page, /Wrench/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  for (const _ of ['Category', 'Price', 'Min. order', 'In stock']) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => new URL(page.url()).search).toBe('?in_stock=true');

  await page.getByText(/^48 of \d+ shown$/).waitFor();
  const before = await names(page);
  await page.getByRole('link', { name: 'Load more' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(before.length);
  const after = await names(page);
  expect(after.slice(0, before.length)).toEqual(before);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(after[before.length]);

  // Past the button of the order list.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(after);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(after);
  await visitor.leave();
});

test('a phone: the filters are a sheet that counts what it would show', async () => {
  const visitor = await visit({ origin, viewport: PHONE });
  const { page } = visitor;
  await open(page, '/');
  await page.getByRole('button', { name: 'Filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter tools' });
  await sheet.getByLabel('Price from').fill('20');
  await sheet.getByLabel('Price to').fill('10');
  await sheet.getByText('The first price is above the second.').waitFor();
  await sheet.getByLabel('Price from').fill('9');
  await sheet.getByLabel('Up to 50').check();
  await expect.poll(() => new URL(page.url()).search).toBe('?price=9-10&min_order=50');
  const show = sheet.getByRole('button', { name: /^Show \d+ tools?$/ });
  await expect
    .poll(async () => (await show.innerText()) === `Show ${(await status(page)).replace(/ .*/, '')} tools`)
    .toBe(true);
  await show.click();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('button', { name: /Filter/ }).innerText()).toMatch(/2/);
  const prices = async () =>
    (await page.locator('#tools .price').allInnerTexts()).map((text) => Number.parseInt(text.slice(1), 10));
  await expect.poll(async () => (await prices()).filter((price) => price < 9 || price > 10)).toEqual([]);
  expect((await prices()).length).toBeGreaterThan(0);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await visitor.leave();
});

test('what was found stays until the answer comes, and an older answer never takes the place of a newer one', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await open(page, '/');
  const before = await names(page);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(ANSWERS, async (route) => {
    if (route.request().url().includes('hammer')) await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest((request) => request.url().includes('hammer'));
  await box(page).fill('hammer');
  await asked;
  await expect.poll(() => names(page)).toEqual(before);
  await box(page).fill('clamp');
  await eachOf(page, /clamp/i);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await box(page).press('End');
  await expect.poll(() => box(page).inputValue()).toBe('clamp');
  await eachOf(page, /clamp/i);
  expect(new URL(page.url()).search).toBe('?q=clamp');
  await visitor.leave();
});

test('an answer that does not come leaves what was there, and can be asked for again', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: /net::ERR_/ });
  const { page } = visitor;
  await open(page, '/');
  const before = await names(page);
  await page.route(ANSWERS, (route) => route.abort());
  await box(page).fill('clamp');
  const alert = page.locator('#tools').getByRole('alert');
  await alert.getByText('The search got no answer').waitFor();
  await expect.poll(() => names(page)).toEqual(before);
  await expect.poll(() => box(page).inputValue()).toBe('clamp');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await eachOf(page, /clamp/i);
  await expect.poll(() => alert.count()).toBe(0);

  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await alert.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => names(page)).toEqual(before);

  await page.route('**/tools?*', (route) => route.abort());
  await page.getByRole('link', { name: 'Load more' }).click();
  await alert.getByText('No more tools came').waitFor();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(before.length);
  await visitor.leave();
});

test('without its script the bar is a form and its ways are links', async () => {
  const visitor = await visit({ origin, viewport: DESKTOP });
  const { page } = visitor;
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Highest price');
  await box(page).fill('hammer');
  await box(page).press('Enter');
  await page.waitForURL(/q=hammer/);
  await eachOf(page, /hammer/i);
  await expect.poll(() => page.getByRole('combobox', { name: 'Sort' }).inputValue()).toBe('price-desc');
  await page.getByRole('link', { name: 'List view' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.waitForURL(/shown=96/);
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await visitor.leave();
});
