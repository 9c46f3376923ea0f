import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from '../harness/browser.ts';
import { theAdmin } from '../harness/people.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const { origin } = theShop();
const visit = useVisits(origin);

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search tools' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const search = (page: Page) => new URL(page.url()).search;

async function opened(query = '') {
  const visitor = await visit({ as: await theAdmin(origin), viewport: DESKTOP });
  await visitor.page.goto(`/dashboard/manageTools${query}`);
  await box(visitor.page).waitFor();
  return visitor;
}

test('the box of Manage Tools says what is searched for, also when somebody goes back', async () => {
  const { page, leave } = await opened();
  await box(page).fill('ham');
  await expect.poll(() => search(page)).toBe('?search=ham');
  await tab(page, 'Archived').click();
  await expect.poll(() => search(page)).toBe('?show=archived&search=ham');
  await box(page).press('End');
  await box(page).pressSequentially('mer');
  await expect.poll(() => search(page)).toBe('?show=archived&search=hammer');
  await page.goBack();
  await expect.poll(() => search(page)).toBe('?search=ham');
  await expect.poll(() => box(page).inputValue()).toBe('ham');
  await page.goForward();
  await expect.poll(() => box(page).inputValue()).toBe('hammer');
  await leave();
});

test('a tab that is opened right after typing searches for what was typed', async () => {
  const { page, leave } = await opened('?search=ham');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await box(page).fill('drill');
  await tab(page, 'Archived').click();
  await page.clock.resume();
  await expect.poll(() => search(page)).toBe('?show=archived&search=drill');
  await expect.poll(() => box(page).inputValue()).toBe('drill');
  await leave();
});

test('what was pasted with tabs is found, and an address with too many words asks for those that can be searched', async () => {
  const tool = await newTool(origin, 'Pasted Gouge');
  const { page, leave } = await opened();
  await box(page).fill(`${tool.sku}\tPasted`);
  await page.getByRole('row').filter({ hasText: tool.name }).waitFor();
  await page.goto(`/dashboard/manageTools?search=${tool.sku}${'+'.repeat(200)}more`);
  await page.getByRole('row').filter({ hasText: tool.name }).waitFor();
  await expect.poll(() => box(page).getAttribute('maxlength')).toBe('100');
  await leave();
});
