import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const visitor = useVisits(theShop().origin);

/** Lets none of these files through until told. Answers what was asked for meanwhile. */
async function hold(page: Page, files: RegExp): Promise<{ asked: string[]; release: () => Promise<void> }> {
  const asked: string[] = [];
  const waiting: Route[] = [];
  let open = false;
  await page.route(files, async (route) => {
    asked.push(route.request().url());
    if (open) return route.continue();
    waiting.push(route);
  });
  return {
    asked,
    release: async () => {
      open = true;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
}

test('a page that is whole without scripts asks for them only when its looks have come', async () => {
  const { page, leave } = await visitor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const sheet = await hold(page, /\.css$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => asked.some((url) => url.includes('.avif')) && sheet.asked.length > 0).toBe(true);
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
  await sheet.release();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  expect(asked.some((url) => url.endsWith('.js'))).toBe(true);
  await leave();
});

test('what is pressed before the page runs is done once, as soon as it does', async () => {
  const { page, leave } = await visitor();
  const scripts = await hold(page, /\.js$/);
  await page.goto('/login');
  const theme = () => page.locator('html').getAttribute('data-theme');
  const before = await theme();
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect.poll(() => scripts.asked.length).toBeGreaterThan(0);
  await expect.poll(() => theme()).toBe(before);
  await scripts.release();
  await expect.poll(theme).not.toBe(before);
  await page.getByRole('button', { name: 'Login', exact: true }).and(page.locator(':enabled')).waitFor();
  await expect.poll(() => theme()).not.toBe(before);
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect.poll(() => theme()).toBe(before);
  await leave();
});

test('scripts that did not come are fetched again at the next press, or once there is a connection', async () => {
  for (const again of ['press', 'online']) {
    const { page, leave } = await visitor({ expectedErrors: /ERR_FAILED|dynamically imported/ });
    await page.route(/\/assets\/(manifest|entry).*\.js$/, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/login');
    await failed;
    // The page starts by itself after three seconds, which is to fail, too.
    await page.waitForFunction(() => {
      const [its] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return its !== undefined && its.loadEventEnd > 0 && performance.now() > its.loadEventEnd + 3_500;
    });
    await page.unrouteAll({ behavior: 'wait' });
    if (again === 'press') await page.getByRole('button', { name: 'Switch theme' }).click();
    else await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: 'Login', exact: true }).and(page.locator(':enabled')).waitFor();
    await leave();
  }
});

test('a form that Enter would have sent before the page runs is sent as soon as it does', async () => {
  const { page, leave } = await visitor();
  const somebody = await newCustomer(theShop().origin);
  const scripts = await hold(page, /\.js$/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(somebody.email);
  await page.getByLabel('Password', { exact: true }).fill(somebody.password);
  await page.keyboard.press('Enter');
  await expect.poll(() => scripts.asked.length).toBeGreaterThan(0);
  await scripts.release();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await leave();
});

test('a dialog is fetched when somebody first uses its page; opened earlier it comes late, and keeps the focus', async () => {
  const { page, leave } = await visitor();
  const frame = await hold(page, /dialog-frames.*\.js$/);
  await page.goto('/login');
  const forgot = page.getByRole('button', { name: 'Forgot password' });
  await forgot.and(page.locator(':enabled')).waitFor();
  expect(frame.asked).toEqual([]);
  await forgot.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => frame.asked.length).toBe(1);
  const dialog = page.getByRole('dialog', { name: 'Reset password' });
  await expect.poll(() => dialog.count()).toBe(0);
  await frame.release();
  await dialog.waitFor();
  const hasFocus = (element: HTMLElement) => element === document.activeElement;
  await expect.poll(() => dialog.getByLabel('Email').evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => forgot.evaluate(hasFocus)).toBe(true);
  await leave();
});
