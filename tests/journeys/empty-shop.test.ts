import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { expectOk } from '../harness/shopping.ts';
import { letIn } from '../harness/visits.ts';

const { visit } = useBrowser();
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShopProcess({ folder: await shopFolder(), env: { SAMPLE_DATA: 'off' } });
}, 120_000);
afterAll(async () => {
  await shop.stop();
  await rm(shop.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('a shop without sample data says what to do first, and shows what is there as it comes', async () => {
  const visitor = await visit({ origin: shop.origin, viewport: DESKTOP });
  await visitor.page.goto('/');
  await visitor.page.getByText('Nothing is on sale at the moment.').waitFor();
  await expect
    .poll(() => visitor.page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual(['Our Tools', 'No tools yet', 'Frequently asked questions']);
  await expect.poll(() => visitor.page.getByRole('search').count()).toBe(0);
  await visitor.page.goto('/signup');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await visitor.page.getByText('HT-MAL-024').count()).toBe(0);
  await visitor.leave();

  const somebody = await theAdmin(shop.origin);
  const owner = await visit({ origin: shop.origin, viewport: DESKTOP });
  await letIn(owner.page, shop.origin, somebody);
  await owner.page.goto('/');
  await owner.page.getByRole('link', { name: 'Add your first tool' }).click();
  await owner.page.getByRole('heading', { level: 1, name: 'Add Tools' }).waitFor();
  await owner.page.goto('/dashboard/manageTools');
  await owner.page.getByText('The catalogue is empty. Add its first tool.').waitFor();
  await owner.leave();

  const customer = await newCustomer(shop.origin, 'Dana Ortiz');
  expectOk(await customer.call('POST', '/addreview', { review: 'Good to have you here.', star: 5 }));
  const home = async () => (await fetch(`${shop.origin}/`)).text();
  await expect.poll(home).toContain('What clients say');
  expect(await home()).not.toContain('Partners');
});
