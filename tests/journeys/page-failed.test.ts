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
