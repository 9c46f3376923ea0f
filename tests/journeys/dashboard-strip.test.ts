import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { theAdmin } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** The current entry, and whether all of it is in view, left of where the strip fades out. */
const current = (page: Page) =>
  page.locator('.side nav [aria-current]').evaluate((link) => {
    const [own, strip] = [link, link.closest('ul') as Element].map((it) => it.getBoundingClientRect());
    return [
      link.textContent,
      own !== undefined && strip !== undefined && own.left >= 0 && own.right <= strip.right - 40,
    ];
  });

test('on a phone the strip shows where the reader is: at the start, after each step and when the window becomes narrow', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/manageTools');
  await expect.poll(() => current(page)).toEqual(['Manage Tools', true]);
  await page.reload();
  await expect.poll(() => current(page)).toEqual(['Manage Tools', true]);
  const strip = page.getByRole('navigation', { name: 'Dashboard' });
  await strip.getByRole('link', { name: 'Audit' }).click();
  await expect.poll(() => current(page)).toEqual(['Audit', true]);
  await strip.getByRole('link', { name: 'My Profile' }).click();
  await expect.poll(() => current(page)).toEqual(['My Profile', true]);
  await page.goBack();
  await expect.poll(() => current(page)).toEqual(['Audit', true]);
  await page.setViewportSize(DESKTOP);
  await page.setViewportSize(PHONE);
  await expect.poll(() => current(page)).toEqual(['Audit', true]);
  await leave();
});
