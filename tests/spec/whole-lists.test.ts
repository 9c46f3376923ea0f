import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { addTools } from '../harness/many-tools.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { insertPurchases } from '../harness/purchase-rows.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { expectOk } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const TOOLS = 48;
const ROWS = 200;

let shop: ShopProcess;
let customer: Somebody;
const { visit } = useBrowser();

/** As many tools as the home page shows at once, and as many orders of one customer as a list does. */
beforeAll(async () => {
  shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
  customer = await newCustomer(shop.origin);
  await fill(TOOLS, ROWS);
}, 120_000);
afterAll(async () => {
  await shop.stop();
  await rm(shop.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Adds what is missing of so many tools and orders. */
async function fill(tools: number, orders: number): Promise<void> {
  await addTools(shop.folder, tools);
  const sql = await runningShopSql(shop.folder);
  const missing = await sql<{ person: string; tool: string }[]>`
    select person.id as person, (select id from tool order by seq limit 1) as tool
      from person, generate_series((select count(*) from orders) + 1, ${orders}) where email = ${customer.email}`;
  await insertPurchases(sql, missing);
  await sql.end();
}

spec('9 lists.home-whole', '48 tools stand on the page without any script; of 49 one is behind Load more', async () => {
  const tools = async () => (await (await fetch(`${shop.origin}/`)).text()).match(/<article class="tool"/g)?.length;
  const page = async () => (await fetch(`${shop.origin}/`)).text();
  await expect.poll(tools).toBe(TOOLS);
  expect(await page()).not.toContain('Load more');
  await fill(TOOLS + 1, ROWS);
  await expect.poll(page).toContain('Load more');
  expect(await tools()).toBe(TOOLS);
});

spec('9 lists.rows-whole', '200 orders and all tools are listed; the admin asks for 50 orders first', async () => {
  const { page, leave } = await visit({ origin: shop.origin, viewport: DESKTOP });
  const rowsOf = (its: Page) => expect.poll(() => its.locator('tbody tr:not(:has(th[scope=rowgroup]))').count());
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/manageOrder') && asked.push(new URL(request.url()).search));
  await letIn(page, shop.origin, await theAdmin(shop.origin));
  await page.goto('/dashboard/manageAllOrders');
  await rowsOf(page).toBe(ROWS);
  expect(asked).toEqual(['?limit=50', expect.stringMatching(/^\?after=\d+&limit=150$/)]);
  await expect.poll(() => page.getByRole('button', { name: 'Load earlier orders' }).count()).toBe(0);
  await page.goto('/dashboard/manageTools');
  await rowsOf(page).toBeGreaterThanOrEqual(TOOLS);
  await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  await leave();
  const buyer = await visit({ origin: shop.origin, viewport: DESKTOP });
  await letIn(buyer.page, shop.origin, customer);
  await buyer.page.goto('/dashboard/myorders');
  await rowsOf(buyer.page).toBe(ROWS);
  await buyer.leave();
  expect(expectOk(await (await theAdmin(shop.origin)).call('GET', '/manageOrder'))).toHaveLength(ROWS);
});
