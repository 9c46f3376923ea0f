import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
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
  await page.getByRole('switch', { name: 'Disputes' }).press('Space');
  pressedBoth();
  await saved;
  await page.getByRole('alert').getByText('This was not saved.').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Low stock' }).isChecked()).toBe(false);
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: 'Disputes' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('switch', { name: 'Low stock' }).isChecked()).toBe(false);
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
