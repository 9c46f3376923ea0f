import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, running } from '../harness/browser.ts';
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
  // No word that is like one of a tool: those of other tests are found by it.
  const nothingHas = (words: string) => page.getByText(`has “${words}” in it`).waitFor();
  await box(page).fill('qqxjz');
  await expect.poll(() => search(page)).toBe('?search=qqxjz');
  await tab(page, 'Archived').click();
  await expect.poll(() => search(page)).toBe('?show=archived&search=qqxjz');
  await page.getByRole('tab', { name: 'Archived', selected: true }).waitFor();
  await box(page).press('End');
  await box(page).pressSequentially('kvw');
  await expect.poll(() => search(page)).toBe('?show=archived&search=qqxjzkvw');
  await nothingHas('qqxjzkvw');
  await page.goBack();
  await expect.poll(() => search(page)).toBe('?search=qqxjz');
  await expect.poll(() => box(page).inputValue()).toBe('qqxjz');
  await nothingHas('qqxjz');
  await page.goForward();
  await expect.poll(() => box(page).inputValue()).toBe('qqxjzkvw');
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

test('a tab that is opened before a changed search is drawn keeps the change', async () => {
  const { page, leave } = await opened('?search=ham');
  await running(page);
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('.search-box input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, '');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelectorAll<HTMLElement>('[role=tab]')[1]?.click();
  });
  await expect.poll(() => search(page)).toBe('?show=archived');
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
