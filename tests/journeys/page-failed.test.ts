import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { theShop } from '../harness/the-shop.ts';

const { visit } = useBrowser();
const DATA = /\/myPortfilo\.data/;

test('a page that does not load says so, the document keeps its styles, and the page can be tried again', async () => {
  const expectedErrors = /ERR_FAILED|Failed to fetch/;
  const { page, leave } = await visit({ origin: theShop().origin, viewport: DESKTOP, expectedErrors });
  await page.goto('/blogs');
  await running(page);
  const styles = await page.locator('link[rel=stylesheet]').first().elementHandle();
  await page.route(DATA, (route) => route.abort());
  await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
  await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
  await expect.poll(() => styles?.evaluate((link) => link.isConnected)).toBe(true);
  await page.unroute(DATA);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('main.cv').waitFor();
  await leave();
});

test('a page that is opened without a connection says so, and comes by itself once there is one', async () => {
  const expectedErrors = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;
  const { page, context, leave } = await visit({ origin: theShop().origin, viewport: DESKTOP, expectedErrors });
  await page.goto('/myPortfilo');
  await running(page);
  await page.getByRole('link', { name: 'Blogs' }).filter({ visible: true }).press('Enter');
  // A page that has come takes the focus, which would take the Enter below from its link.
  await page.locator('h1:focus', { hasText: 'Blogs' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).press('Enter');
  await page.getByRole('alert').getByText('The connection dropped').waitFor();
  await context.setOffline(false);
  await page.locator('main.cv').waitFor();
  await leave();
});
