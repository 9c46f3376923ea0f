import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool, orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** The text that the region of the toasts had when it came into the page. */
const regionAtFirst = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((tell) => {
        new MutationObserver((_, observer) => {
          const region = document.querySelector('.toasts');
          if (!region) return;
          observer.disconnect();
          tell(region.textContent);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );

test('the first toast comes into a region that stands already, so that it is read out', async () => {
  const tool = await newTool(origin, 'Told Rasp');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await page.goto(`/purchase/${tool.id}`);
  await running(page);
  const add = page.getByRole('button', { name: 'Add to order list' });
  await add.waitFor();
  const first = regionAtFirst(page);
  await add.press('Enter');
  expect(await first).toBe('');
  await page.locator('.toast').waitFor();
  await leave();
});

test('on the page of a tool what is wrong with the quantity is read out in place of its total', async () => {
  const tool = await newTool(origin, 'Counted Rasp');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await page.goto(`/purchase/${tool.id}`);
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  const status = page.getByRole('status').filter({ hasText: /./ });
  await quantity.fill('24');
  await status.getByText('24 pieces, $10 each, total $240').waitFor({ state: 'attached' });
  await quantity.fill('3');
  await status.getByText(/^The minimum order is 12\./).waitFor({ state: 'attached' });
  await leave();
});

test('My Orders reads out how many orders a search has found', async () => {
  const buyer = await newCustomer(origin);
  await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/myorders');
  const status = page.getByRole('status');
  await page.getByRole('searchbox').fill('no such order');
  await status.getByText('0 orders shown').waitFor({ state: 'attached' });
  await page.getByRole('searchbox').fill('hammer');
  await status.getByText('1 order shown').waitFor({ state: 'attached' });
  await leave();
});

test('what stands in the way of an order list is read out in a region that stands before it', async () => {
  const tool = await newTool(origin, 'Short Rasp');
  const buyer = await newCustomer(origin);
  const line = { tool: tool.id, quantity: 3, seen_price: 10, added_at: 1_795_000_000_000 };
  expectOk(await buyer.call('PATCH', '/orderList', { set: [line], remove: [] }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  const status = page.locator('.docket [role="status"]').filter({ hasText: '1 tool needs a decision' });
  await status.waitFor();
  const region = await status.elementHandle();
  await page.getByRole('button', { name: 'Make it 12' }).click();
  await expect.poll(() => region?.evaluate((its) => its.isConnected && its.textContent)).toBe('');
  const quantity = page.getByRole('textbox', { name: `Quantity: ${tool.name}` });
  await quantity.fill('3');
  await quantity.press('Enter');
  await expect.poll(() => region?.innerText()).toMatch(/^1 tool needs a decision/);
  await leave();
});
