import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newAdmin, newCustomer, theAdmin } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const { origin } = theShop();
const { visit } = useBrowser();
const TITLE = { level: 2, name: 'Mail me about' } as const;

test('an admin switches a mail on; it is saved at once, and said when it could not be', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  const admin = await theAdmin(origin);
  await letIn(page, origin, admin);
  await page.goto('/dashboard');
  const paid = page.getByRole('switch', { name: 'New paid orders' });
  const answered = () => page.waitForResponse((answer) => answer.url().includes('/adminMail/'));
  onTestFinished(async () => {
    const body = { paidOrder: false, dispute: false, refundRefused: false, lowStock: false };
    await admin.call('PUT', `/adminMail/${admin.email}`, body);
  });
  const before = await paid.isChecked();
  await Promise.all([answered(), paid.press('Space')]);
  await page.reload();
  await expect.poll(() => paid.isChecked()).toBe(!before);

  await page.route('**/adminMail/**', (route) => route.abort());
  await page.getByRole('switch', { name: 'Low stock' }).press('Space');
  await page.getByRole('alert').getByText('This was not saved.').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Low stock' }).isChecked()).toBe(false);
  await page.unroute('**/adminMail/**');
  await page.reload();
  await page.getByRole('switch', { name: 'Low stock' }).waitFor();

  // The save that fails is answered when the next switch has been pressed too.
  const { promise: pressed, resolve: pressedBoth } = Promise.withResolvers<void>();
  await page.route(
    '**/adminMail/**',
    async (route) => {
      await pressed;
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('switch', { name: 'Low stock' }).press('Space');
  const saved = answered();
  await page.getByRole('switch', { name: 'Payments to check' }).press('Space');
  pressedBoth();
  await saved;
  await page.getByRole('alert').getByText('This was not saved.').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Low stock' }).isChecked()).toBe(false);
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: 'Payments to check' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('switch', { name: 'Low stock' }).isChecked()).toBe(false);
  await leave();
});

test('a switch that was set in another tab stays set', async () => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  const admin = await newAdmin(theShop(), 'Tess Switch');
  await letIn(page, origin, admin);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  const set = async (its: Page, name: string) => {
    const answered = its.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/adminMail/') && answer.ok(),
    );
    await its.getByRole('switch', { name }).press('Space');
    await answered;
  };
  await page.getByRole('switch', { name: 'Low stock' }).waitFor();
  await set(other, 'New paid orders');
  await set(page, 'Low stock');
  await page.reload();
  for (const name of ['New paid orders', 'Low stock'])
    await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(true);
  await leave();
});

test('a customer has no such panel', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Update Profile' }).and(page.locator(':enabled')).waitFor();
  await expect.poll(() => page.getByRole('heading', TITLE).count()).toBe(0);
  await leave();
});
