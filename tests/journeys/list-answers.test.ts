import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

interface Tool {
  readonly id: string;
  readonly name: string;
}

/** On another device. */
const set = async (who: Somebody, { id: tool }: Tool, quantity: number) => {
  const line = { tool, quantity, seen_price: 10, added_at: Date.now() };
  expectOk(await who.call('PATCH', '/orderList', { set: [line], remove: [] }));
};
const pieces = async (who: Somebody): Promise<number[]> =>
  expectOk(await who.call('GET', '/orderList')).lines.map((it: { quantity: number }) => it.quantity);
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));
const quantity = (page: Page, { name }: Tool) => page.getByLabel(`Quantity: ${name}`);
const button = (page: Page) => page.locator('.docket').getByRole('button', { name: /^Order \d/ });

async function order(page: Page) {
  await page.getByLabel('Phone').fill('5550142200');
  await button(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
}

test('a second purchase on one visit shows nothing of the first', async () => {
  const [first, second] = [await newTool(origin, 'First Rasp'), await newTool(origin, 'Second Rasp')];
  const buyer = await newCustomer(origin);
  await set(buyer, first, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await order(page);
  await page.getByRole('link', { name: 'Pay $168', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await set(buyer, second, 36);
  await comeBack(page);
  await page.getByRole('button', { name: 'Show it' }).click();
  const held = Promise.withResolvers<void>();
  await page.route(/\/purchases\/[\w-]+$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.locator('.ship-to .hint').waitFor();
  await order(page);
  await page.getByRole('link', { name: 'Pay now' }).waitFor();
  held.resolve();
  await page.getByRole('link', { name: 'Pay $360', exact: true }).waitFor();
  await leave();
});

test('an open list is not exchanged because the session is asked for again', async () => {
  const tool = await newTool(origin, 'Open Rasp');
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('24');
  await set(buyer, tool, 36);
  const role = page.waitForResponse(/\/admin\/[^/]+$/);
  // As another tab does in which the same person logs in.
  await page.evaluate(() => new BroadcastChannel('session').postMessage('signed-in'));
  await role;
  await comeBack(page);
  await page.getByRole('button', { name: 'Show it' }).waitFor();
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('24');
  await leave();
});

test('a tool that cannot be checked is said, and nothing is ordered without it', async () => {
  const [known, late] = [await newTool(origin, 'Known Rasp'), await newTool(origin, 'Late Rasp')];
  const buyer = await newCustomer(origin);
  await set(buyer, known, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, known).waitFor();
  await page.route(`**/tools/${late.id}`, (route) => route.abort());
  await set(buyer, late, 36);
  await comeBack(page);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByText('The order list could not be loaded. Your tools are kept.').waitFor();
  await expect.poll(() => button(page).isDisabled()).toBe(true);
  await page.unroute(`**/tools/${late.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await quantity(page, late).waitFor();
  await expect.poll(() => button(page).isEnabled()).toBe(true);
  await expect.poll(() => page.getByText('could not be loaded').count()).toBe(0);
  await leave();
});

test('where the shop did not say who is there the list says so, and asks again once there is a connection', async () => {
  const { id: tool, name } = await newTool(origin, 'Asked Rasp');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await page.goto('/blogs');
  const lines = [{ tool, name, quantity: 24, seenPrice: 10, addedAt: 1 }];
  await page.evaluate((text) => localStorage.setItem('order-list', text), JSON.stringify({ version: 1, lines }));
  await page.route('**/auth/session', (route) => route.abort());
  await page.goto('/order-list');
  const again = page.locator('.docket').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/auth/session');
  const login = page.locator('.docket').getByRole('link', { name: 'Log in to order' });
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      return login.count();
    })
    .toBe(1);
  await leave();
});

test('of a list that the browser has no room for the header counts what is in it now', async () => {
  const [first, second] = [await newTool(origin, 'Roomless Rasp'), await newTool(origin, 'Roomless Rasp')];
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  const listed = page.locator('.header .listed');
  const line = { tool: first.id, name: first.name, quantity: 24, seenPrice: 10, addedAt: 1 };
  await page.goto('/blogs');
  await page.evaluate(
    (text) => localStorage.setItem('order-list', text),
    JSON.stringify({ version: 1, lines: [line] }),
  );
  await page.goto(`/?q=${encodeURIComponent(second.name)}`);
  await expect.poll(() => listed.innerText()).toMatch(/^1/);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await page.getByRole('button', { name: `Add 12 × ${second.name} to order list` }).click();
  await expect.poll(() => listed.innerText()).toMatch(/^2/);
  await leave();
});

test('a quantity that is typed and not left counts where the page is left', async () => {
  const tool = await newTool(origin, 'Typed Rasp');
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, tool).fill('48');
  await page.reload();
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('48');
  await quantity(page, tool).fill('60');
  // As by Back: the field keeps the focus until it goes.
  await page.getByRole('link', { name: 'Blogs' }).first().dispatchEvent('click');
  await page.waitForURL('**/blogs');
  await expect.poll(() => pieces(buyer)).toEqual([60]);
  await leave();
});

test('what an earlier check of prices brings late does not go over what a later one has brought', async () => {
  const [dearer, added] = [await newTool(origin, 'Dearer Rasp'), await newTool(origin, 'Added Rasp')];
  const buyer = await newCustomer(origin);
  await set(buyer, dearer, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, dearer).waitFor();
  const [read, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const early = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await sent.promise;
    await route.fulfill({ response });
  };
  await page.route(`**/tools/${dearer.id}`, early, { times: 1 });
  await comeBack(page);
  await read.promise;
  expectOk(await dearer.admin.call('PATCH', `/tools/${dearer.id}`, { version: 1, price: 11 }));
  await set(buyer, added, 36);
  await comeBack(page);
  await page.getByRole('button', { name: 'Show it' }).click();
  const problem = page.getByText('then $10 each, now $11.');
  await problem.waitFor();
  const late = page.waitForResponse(`**/tools/${dearer.id}`);
  sent.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await problem.count()).toBe(1);
  await leave();
});

test('a list that the shop has not answered for is not said to be empty, nor what is unsaved of it to be kept', async () => {
  const tool = await newTool(origin, 'Unsaved Rasp');
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  const away = () => page.route(/\/orderList$/, (route) => route.abort());
  const back = async () => {
    await page.unroute(/\/orderList$/);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByText('Your order list is empty').waitFor();
  await away();
  await page.reload();
  await page.getByText('The order list could not be loaded. Your tools are kept.').waitFor();
  await set(buyer, tool, 24);
  await back();
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('24');
  await away();
  await quantity(page, tool).fill('36');
  await quantity(page, tool).press('Enter');
  const unsaved = page.getByText('Not saved');
  await unsaved.waitFor();
  await page.reload();
  await unsaved.waitFor();
  await back();
  await expect.poll(() => pieces(buyer)).toEqual([36]);
  await expect.poll(() => unsaved.count()).toBe(0);
  await leave();
});
