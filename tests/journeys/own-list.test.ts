import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

let made = 0;

/** So many tools of the test's own. */
async function newTools(count: number) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const tools = [];
  for (let no = 0; no < count; no += 1) {
    made += 1;
    const name = `Saved Rasp ${process.pid}-${made}`;
    const numbers = { price: 10, min_quantity: 12, available_quantity: 600 };
    const tool = { name, description: 'Forged.', image, sku: `SAVE-${process.pid}-${made}`, ...numbers };
    tools.push({ id: expectOk(await admin.call('POST', '/addTool', tool)).insertedId as string, name });
  }
  return tools as [(typeof tools)[0], ...typeof tools];
}
type Tool = Awaited<ReturnType<typeof newTools>>[0];

const set = async (who: Somebody, tool: Pick<Tool, 'id'>, quantity: number, seen_price = 10) => {
  const line = { tool: tool.id, quantity, seen_price, added_at: 1_795_000_000_000 };
  return expectOk(await who.call('PATCH', '/orderList', { set: [line], remove: [] }));
};
const listOf = async (who: Somebody): Promise<[name: string, quantity: number][]> =>
  expectOk(await who.call('GET', '/orderList')).lines.map((it: { name: string; quantity: number }) => [
    it.name,
    it.quantity,
  ]);
const quantity = (page: Page, { name }: Tool) => page.getByLabel(`Quantity: ${name}`);
const listed = (page: Page) => page.locator('.header .listed');
const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test("a visitor's list is joined at login, is there on another device, and is gone from this one after Logout", async () => {
  const [more, fewer, only] = (await newTools(3)) as [Tool, Tool, Tool];
  const buyer = await newCustomer(origin);
  await set(buyer, more, 24);
  await set(buyer, fewer, 96);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/blogs');
  const lines = [more, fewer, only].map(({ id, name }, at) => ({
    ...{ tool: id, name, quantity: 48, seenPrice: 10, addedAt: at },
  }));
  await page.evaluate((text) => localStorage.setItem('order-list', text), JSON.stringify({ version: 1, lines }));
  await page.goto('/order-list');
  await page.getByRole('link', { name: 'Log in to order' }).first().click();
  await arrived(page, '/login');
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await arrived(page, '/order-list');
  await page.getByText('2 tools were already in your order list.').first().waitFor();
  await expect.poll(() => quantity(page, more).inputValue()).toBe('48');
  await expect.poll(() => quantity(page, fewer).inputValue()).toBe('96');
  await expect.poll(() => quantity(page, only).inputValue()).toBe('48');
  await expect.poll(() => listed(page).innerText()).toMatch(/^3\s*tools$/);
  await expect
    .poll(async () => Object.fromEntries(await listOf(buyer)))
    .toEqual({
      ...{ [more.name]: 48, [fewer.name]: 96, [only.name]: 48 },
    });

  const other = await visit({ origin, viewport: DESKTOP });
  await letIn(other.page, origin, buyer);
  await other.page.goto('/order-list');
  await other.page.getByText('3 tools, 192 pieces, kept').waitFor();
  await other.leave();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('You are logged out.').waitFor();
  await expect.poll(() => listed(page).count()).toBe(0);
  await expect.poll(() => kept(page)).not.toContain(more.id);
  await page.goto('/order-list');
  await page.getByRole('heading', { name: 'Your order list is empty' }).waitFor();
  await expect.poll(() => listOf(buyer)).toHaveLength(3);
  await leave();
});

/** The session ends while a quantity is changed from 24 to 36; then somebody logs in. */
async function endedUnsaved(buyer: Somebody, tool: Tool, next: Somebody) {
  await set(buyer, tool, 24);
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByLabel('PO number').fill('PO-4711');
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await quantity(page, tool).fill('36');
  await quantity(page, tool).press('Enter');
  await page.getByText('You are logged out.').waitFor();
  await page.getByRole('link', { name: 'Login', exact: true }).filter({ visible: true }).last().click();
  await arrived(page, '/login');
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(next.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await arrived(page, '/order-list');
  return { page, leave };
}

test('a session that ends by itself: the page says so, and what was typed waits for the same person', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  const { page, leave } = await endedUnsaved(buyer, tool, buyer);
  await expect.poll(() => page.getByLabel('PO number').inputValue()).toBe('PO-4711');
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('36');
  await expect.poll(() => listOf(buyer)).toEqual([[tool.name, 36]]);
  await leave();
});

test('what a session had not saved when it ended is shown to nobody else', async () => {
  const [tool] = await newTools(1);
  const [buyer, next] = [await newCustomer(origin), await newCustomer(origin)];
  const { page, leave } = await endedUnsaved(buyer, tool, next);
  await page.getByRole('heading', { name: 'Your order list is empty' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(tool.id);
  expect(await listOf(next)).toEqual([]);
  expect(await listOf(buyer)).toEqual([[tool.name, 24]]);
  await leave();
});

test('an empty list of this browser is not shown before the shop has said that it still is', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByText('Your order list is empty').waitFor();
  await set(buyer, tool, 48);
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  await page.route('**/orderList', async (route) => {
    asked.resolve();
    await answers.promise;
    await route.continue();
  });
  await page.reload();
  await asked.promise;
  await page.getByText('Checking prices and stock').first().waitFor();
  await expect.poll(() => page.getByText('Your order list is empty').count()).toBe(0);
  answers.resolve();
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('48');
  await leave();
});

test('what another device changes is told and shown when asked for; what was changed here stays', async () => {
  const [here, there] = (await newTools(2)) as [Tool, Tool];
  const buyer = await newCustomer(origin);
  await set(buyer, here, 24);
  await set(buyer, there, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, there).waitFor();
  const news = page.getByText('This list was changed on another device.');
  await expect.poll(() => news.count()).toBe(0);

  await set(buyer, there, 60);
  await quantity(page, here).fill('36');
  await quantity(page, here).press('Enter');
  await news.waitFor();
  await expect.poll(() => quantity(page, there).inputValue()).toBe('24');
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect.poll(() => quantity(page, there).inputValue()).toBe('60');
  await expect.poll(() => quantity(page, here).inputValue()).toBe('36');
  await expect.poll(() => news.count()).toBe(0);
  await expect.poll(async () => Object.fromEntries(await listOf(buyer))).toEqual({ [here.name]: 36, [there.name]: 60 });

  // Back in the tab, and on a page that shows no list.
  await set(buyer, there, 72);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await news.waitFor();
  await page.reload();
  await expect.poll(() => quantity(page, there).inputValue()).toBe('72');
  await expect.poll(() => news.count()).toBe(0);
  await leave();
});

test('what cannot be saved is kept and tried again, then once somebody asks for it', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await page.clock.install();
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, tool).waitFor();
  let tries = 0;
  await page.route(/\/orderList$/, (route) => {
    tries += 1;
    return route.abort();
  });
  await quantity(page, tool).fill('36');
  await quantity(page, tool).press('Enter');
  await page.getByText('Not saved. Trying again.').waitFor();
  for (const already of [1, 2, 3]) {
    await expect.poll(() => tries).toBeGreaterThanOrEqual(already);
    await page.clock.fastForward(16_000);
  }
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(tries).toBeLessThanOrEqual(4);
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('36');
  await page.unroute(/\/orderList$/);
  await again.press('Enter');
  await expect.poll(() => page.getByText('Not saved').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('Order list');
  await expect.poll(() => listOf(buyer)).toEqual([[tool.name, 36]]);
  await leave();
});

test('what one tab could not save another one saves, and the first says so no longer', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, tool).waitFor();
  await page.route(/\/orderList$/, (route) => route.abort());
  await quantity(page, tool).fill('36');
  await quantity(page, tool).press('Enter');
  await page.getByText('Not saved').waitFor();
  const other = await context.newPage();
  await other.goto('/order-list');
  await expect.poll(() => listOf(buyer)).toEqual([[tool.name, 36]]);
  await expect.poll(() => page.getByText('Not saved').count()).toBe(0);
  await expect.poll(() => quantity(page, tool).inputValue()).toBe('36');
  await leave();
});

/** Opens the list as far as the last question. */
async function asked(page: Page, poNumber: string) {
  await page.goto('/order-list');
  await page.getByLabel('PO number').fill(poNumber);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await page.getByRole('button', { name: 'Order 1 tool' }).first().click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
}
const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
const ordered = (page: Page) => page.getByText('Successfully added to order').waitFor();
const ordersOf = async (who: Somebody) => expectOk(await who.call('GET', `/myorders/${who.email}`)).length as number;

test('a list that is ordered in two tabs at once is one purchase, which both show', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await asked(page, '4711');
  const other = await context.newPage();
  await asked(other, '4711');
  const held: (() => void)[] = [];
  await context.route(/\/purchases$/, async (route) => {
    await new Promise<void>((done) => {
      held.push(done);
      if (held.length === 2) for (const go of held) go();
    });
    await route.continue();
  });
  await Promise.all([page, other].map(confirm));
  await Promise.all([page, other].map(ordered));
  await expect.poll(() => held.length).toBe(2);
  expect(await ordersOf(buyer)).toBe(1);
  await leave();
});

test('a list that was ordered on another device is ordered once more only by a second press', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const first = await visit({ origin, viewport: DESKTOP });
  await letIn(first.page, origin, buyer);
  const second = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 422/ });
  await letIn(second.page, origin, buyer);
  await asked(first.page, '4711');
  await asked(second.page, '4712');
  await confirm(first.page);
  await ordered(first.page);
  await confirm(second.page);
  await second.page.getByText('This list was ordered just now').waitFor();
  expect(await ordersOf(buyer)).toBe(1);
  await second.page.getByRole('button', { name: 'Order 1 tool' }).first().click();
  await confirm(second.page);
  await ordered(second.page);
  await expect.poll(() => ordersOf(buyer)).toBe(2);
  await Promise.all([first.leave(), second.leave()]);
});

const stock = async (tool: Pick<Tool, 'id'>, pieces: number) => {
  const change = { kind: 'correction', pieces, reason: 'Counted again.' };
  expectOk(await (await theAdmin(origin)).call('POST', `/tools/${tool.id}/stock`, change));
};
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('the offer goes where the list was ordered on another device, and nothing of it is mended into the new one', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24);
  const first = await visit({ origin, viewport: DESKTOP });
  await letIn(first.page, origin, buyer);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 422/ });
  await letIn(page, origin, buyer);
  await asked(first.page, '4711');
  await asked(page, '4712');
  await confirm(first.page);
  await ordered(first.page);
  await expect.poll(() => listOf(buyer)).toEqual([]);
  await confirm(page);
  await page.getByText('This list was ordered just now').waitFor();
  const totals = page.locator('.list-totals');
  await expect.poll(() => totals.innerText()).toMatch(/Amount to pay\s*\$240$/);
  await stock(tool, -560);
  await comeBack(page);
  await page.getByText('This list was changed on another device.').waitFor();
  await page.getByText('1 tool needs a decision').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Fix it' }).count()).toBe(0);
  await Promise.all([first.leave(), leave()]);
});

test('what another device has taken out is not mended with the rest', async () => {
  const [gone, kept] = (await newTools(2)) as [Tool, Tool];
  const buyer = await newCustomer(origin);
  for (const tool of [gone, kept]) await set(buyer, tool, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await quantity(page, kept).waitFor();
  for (const tool of [gone, kept]) await stock(tool, -584);
  await comeBack(page);
  await page.getByRole('button', { name: 'Fix all 2' }).waitFor();
  expectOk(await buyer.call('PATCH', '/orderList', { set: [], remove: [gone.id] }));
  await comeBack(page);
  await page.getByRole('button', { name: 'Fix it' }).click();
  await expect.poll(() => listOf(buyer)).toEqual([[kept.name, 16]]);
  await expect.poll(() => quantity(page, gone).inputValue()).toBe('24');
  await leave();
});

test('no tool is offered in the place of one without a category, nor one that is in the list', async () => {
  const category = `Rasps ${process.pid}`;
  const [plain, gone] = [await newTool(origin, 'Plain Rasp'), await newTool(origin, 'Gone Rasp', { category })];
  const other = await newTool(origin, 'Other Rasp', { category });
  const buyer = await newCustomer(origin);
  for (const tool of [plain, gone, other]) await set(buyer, tool, 24);
  for (const tool of [plain, gone]) await stock(tool, -600);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await expect.poll(() => page.getByText('Sold out since you added it.').count()).toBe(2);
  await page.waitForLoadState('networkidle');
  await expect
    .poll(() => page.locator('.olines .notice').getByRole('button').allInnerTexts())
    .toEqual(['Remove', 'Remove']);
  await leave();
});

test('on a phone a price that fell is said of the new price', async () => {
  const [tool] = await newTools(1);
  const buyer = await newCustomer(origin);
  await set(buyer, tool, 24, 11);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  const written = (cell: Element) =>
    [...cell.children, cell].map((part) => {
      const { content } = getComputedStyle(part, '::after');
      return `${part === cell ? '' : part.textContent?.trim()}${content === 'none' ? '' : JSON.parse(content)}`;
    });
  await expect.poll(() => page.locator('.oline__each').evaluate(written)).toEqual(['$10 each', 'was $11', '']);
  await leave();
});
