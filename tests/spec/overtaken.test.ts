import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { theAdmin } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

/** Types a word in two parts; the answer to the first is held back until the second has come. */
async function typeOn(page: Page, box: string, answers: RegExp): Promise<{ ended: () => string[] }> {
  const ended: string[] = [];
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).search));
  await page.route(answers, async (route) => {
    const { search } = new URL(route.request().url());
    if (/=cla(&|$)/.test(search)) {
      first.resolve();
      await last.promise;
    }
    // What the page has given up cannot go on.
    await route.continue().catch(() => {});
    if (/=clamp(&|$)/.test(search)) last.resolve();
  });
  const field = page.getByRole('searchbox', { name: box });
  // One event each: between slow keystrokes the page would ask for the letters so far.
  await field.fill('cla');
  await first.promise;
  await field.fill('clamp');
  await last.promise;
  return { ended: () => ended };
}

test('a search on the home page that is overtaken by more letters is ended', async () => {
  const { page, leave } = await visit();
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  const { ended } = await typeOn(page, 'Search tools by name or item number', /\.data\?/);
  await expect.poll(ended).toEqual([expect.stringContaining('q=cla&')]);
  await page.getByRole('heading', { name: /G-Clamp/ }).waitFor();
  await leave();
});

test('a search of an admin that is overtaken by more letters is ended, and says nothing of it', async () => {
  const { page, leave } = await visit({ as: await theAdmin(origin) });
  await page.goto('/dashboard/manageTools');
  await page.getByRole('row', { name: /Adjustable Wrench/ }).waitFor();
  const { ended } = await typeOn(page, 'Search tools', /\/tools\?/);
  await expect.poll(ended).toEqual([expect.stringMatching(/q=cla(&|$)/)]);
  await page.getByRole('row', { name: /G-Clamp/ }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Adjustable Wrench/ }).count()).toBe(0);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await leave();
});
