import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Purchase } from '#model/orders/order.ts';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { fillCard } from '../harness/card-form.ts';
import { focused } from '../harness/keyboard.ts';
import { ofMany } from '../harness/long-purchase.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';
import { change } from '../screens/network.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const list = async (who: Somebody, tool: { id: string }, quantity: number) => {
  const line = { tool: tool.id, quantity, seen_price: 10, added_at: 1_795_000_000_000 };
  expectOk(await who.call('PATCH', '/orderList', { set: [line], remove: [] }));
};
const sellOut = async (tool: { id: string }) => {
  const change = { kind: 'correction', pieces: -600, reason: 'Counted again.' };
  expectOk(await (await theAdmin(origin)).call('POST', `/tools/${tool.id}/stock`, change));
};
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));
const cornerOf = async (button: Locator) => {
  const box = await button.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { right: Math.round(box.x + box.width), top: Math.round(box.y) };
};

test('a tool that sold out on the way has the focus, and what can be had instead comes beside Remove', async () => {
  const category = `Vices ${process.pid}`;
  const gone = await newTool(origin, 'Sold Vice', { category });
  const other = await newTool(origin, 'Spare Vice', { category, price: 9 });
  const buyer = await newCustomer(origin);
  await list(buyer, gone, 60);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).click();
  const asked = new Promise<Route>((hold) => void page.route('**/tools/*/alternatives*', hold));
  await sellOut(gone);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
  const answer = await asked;
  const remove = page.locator('.olines .notice').getByRole('button', { name: 'Remove' });
  await expect.poll(() => focused(page)).toBe('Remove');
  const before = await cornerOf(remove);
  await answer.continue();
  await page.getByText(`Sold out since you added it. ${other.name} has all 60 now, at $9 each.`).waitFor();
  await page.getByRole('button', { name: 'Take the Spare Vice' }).waitFor();
  expect(await focused(page)).toBe('Remove');
  expect(await cornerOf(remove)).toEqual(before);
  await page.keyboard.press('Enter');
  await page.getByText(`Removed: ${gone.name}, 60 pieces`).waitFor();
  await leave();
});

test('what can be had instead is asked for once for each tool, and again where no answer came', async () => {
  const category = `Anvils ${process.pid}`;
  const buyer = await newCustomer(origin);
  await newTool(origin, 'Spare Anvil', { category });
  const tools = [];
  for (let no = 1; no <= 3; no += 1) tools.push(await newTool(origin, `Sold Anvil ${no}`, { category }));
  for (const tool of tools) await list(buyer, tool, 60);
  for (const tool of tools) await sellOut(tool);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  const asked: Route[] = [];
  await page.route('**/tools/*/alternatives*', (route) => void asked.push(route));
  await page.goto('/order-list');
  await expect.poll(() => asked.length).toBe(3);
  const take = page.getByRole('button', { name: 'Take the Spare Anvil' });
  const [first, second, third] = asked;
  for (const [at, route] of [first, second].entries()) {
    await route?.continue();
    await expect.poll(() => take.count()).toBe(at + 1);
  }
  const failed = page.waitForEvent('requestfailed');
  await third?.abort();
  await failed;
  expect(asked).toHaveLength(3);
  const remove = page.locator('.olines .notice').filter({ has: take }).getByRole('button', { name: 'Remove' });
  await remove.first().click();
  await expect.poll(() => asked.length).toBe(4);
  expect(asked[3]?.request().url()).toBe(third?.request().url());
  await asked[3]?.continue();
  await expect.poll(() => take.count()).toBe(2);
  await leave();
});

test('Logout on a page that stays leaves the focus on its heading', async () => {
  // What the page had asked for a moment before.
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, await newCustomer(origin));
  await page.goto('/blogs');
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).press('Enter');
  await page.getByRole('link', { name: 'Login' }).filter({ visible: true }).first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await leave();
});

test('on a phone nothing else comes where Remove was', async () => {
  const category = `Levels ${process.pid}`;
  const gone = await newTool(origin, 'Sold Level', { category });
  await newTool(origin, 'Spare Level', { category });
  const buyer = await newCustomer(origin);
  await list(buyer, gone, 60);
  await sellOut(gone);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  const asked = new Promise<Route>((hold) => void page.route('**/tools/*/alternatives*', hold));
  await page.goto('/order-list');
  const remove = page.locator('.olines .notice').getByRole('button', { name: 'Remove' });
  const before = await remove.boundingBox();
  await (await asked).continue();
  const take = page.getByRole('button', { name: 'Take the Spare Level' });
  await take.waitFor();
  expect((await take.boundingBox())?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
  await leave();
});

test('the list that another device has changed is shown, and its heading has the focus', async () => {
  const [here, there] = [await newTool(origin, 'Here Rasp'), await newTool(origin, 'There Rasp')];
  const buyer = await newCustomer(origin);
  await list(buyer, here, 24);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByLabel(`Quantity: ${here.name}`).waitFor();
  await list(buyer, there, 36);
  await comeBack(page);
  await page.getByRole('button', { name: 'Show it' }).press('Enter');
  await page.getByLabel(`Quantity: ${there.name}`).waitFor();
  await expect.poll(() => page.getByText('changed on another device').count()).toBe(0);
  expect(await focused(page)).toBe('Order list');
  await leave();
});

test('tools that were folded away are shown, and the first of them has the focus', async () => {
  const tools = [];
  for (let no = 1; no <= 5; no += 1) tools.push(await newTool(origin, `Folded Rasp ${no}`));
  const buyer = await newCustomer(origin);
  const lines = tools.map(({ id }) => ({ tools_id: id, quantity: 12, tools_price: 10 }));
  expectOk(await buyer.call('POST', '/purchases', { phone: '5550142200', address: '1 Main Street', lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/myorders');
  const rows = page.getByRole('row').filter({ hasText: 'Folded Rasp' });
  await expect.poll(() => rows.count()).toBe(3);
  await running(page);
  await page.getByRole('button', { name: 'Show 2 more tools' }).press('Enter');
  await expect.poll(() => rows.count()).toBe(5);
  const [fourth] = (await rows.allInnerTexts()).slice(3);
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toBe(fourth);
  await leave();
});

test('in My Orders what was asked for again, and all orders in place of none, leave the focus on the heading', async () => {
  const buyer = await newCustomer(origin);
  await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  await page.route('**/myorders/*', (route) => route.abort());
  await page.goto('/dashboard/myorders?status=shipped');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/myorders/*');
  await again.press('Enter');
  await page.getByText('No shipped order').waitFor();
  await expect.poll(() => focused(page)).toBe('My Orders');
  await page.getByRole('button', { name: 'Show all orders' }).press('Enter');
  await page.getByRole('row').filter({ hasText: 'Claw Hammer' }).waitFor();
  await expect.poll(() => focused(page)).toBe('My Orders');
  await leave();
});

test('on the page of a purchase more tools have the focus once shown, and a choice that is cleared keeps it', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await change<Purchase>(page, '/purchases/', ofMany(22));
  await page.goto(`/dashboard/purchases/${order.number}`);
  await page.getByRole('button', { name: 'Show 2 more tools' }).press('Enter');
  await page.getByText('Bulk Part 22').first().waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Bulk Part 21/);
  await page.getByRole('checkbox', { name: 'Bulk Part 2', exact: true }).check();
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await expect.poll(() => page.getByText('1 selected').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('Bulk Part 2');
  await leave();
});

test('on a tool that is edited, Discard leaves the focus on its heading and Show on what it brings back', async () => {
  const { id, name } = await newTool(origin, 'Focused Rasp');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  const price = page.getByLabel('Price');
  const bar = page.getByRole('region', { name: 'Changes' });
  const draft = page.getByText(/1 change from .* is not saved yet/);
  const press = (action: string) => page.getByRole('button', { name: action, exact: true }).press('Enter');
  await price.fill('13');
  await bar.waitFor();
  await press('Discard');
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => focused(page)).toBe(name);

  await price.fill('14');
  await bar.waitFor();
  await page.reload();
  await draft.waitFor();
  await press('Show');
  await expect.poll(() => price.inputValue()).toBe('14');
  expect(await focused(page)).toBe('Price');
  await page.reload();
  await draft.waitFor();
  await press('Discard');
  await expect.poll(() => draft.count()).toBe(0);
  expect(await focused(page)).toBe(name);
  await leave();
});

test('an undo in the history keeps the earlier changes that were loaded, and the focus', async () => {
  const { id, name, admin } = await newTool(origin, 'Undone Rasp', { price: 1 });
  for (let version = 1; version <= 51; version += 1)
    expectOk(await admin.call('PATCH', `/tools/${id}`, { version, price: version + 1 }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}/history`);
  const undo = page.getByRole('button', { name: /^Undo: price/ });
  await expect.poll(() => undo.count()).toBe(50);
  await page.getByRole('button', { name: 'Earlier changes' }).click();
  await expect.poll(() => undo.count()).toBe(51);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^change-/);
  await page.getByRole('button', { name: 'Undo: price $1 → $2', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Put back' }).press('Enter');
  await page.getByText('Undone since').waitFor();
  await expect.poll(() => undo.count()).toBe(50);
  await page.getByText('Added', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe(name);

  await page.getByRole('button', { name: 'Undo: price $51 → $52', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Put back' }).press('Enter');
  await expect.poll(() => undo.count()).toBe(49);
  await page.getByText('Added', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe(name);
  await leave();
});

test('an undo of a stock move leaves the focus on the heading of its tool', async () => {
  const { id, name, admin } = await newTool(origin, 'Restocked Rasp');
  expectOk(await admin.call('POST', `/tools/${id}/stock`, { kind: 'restock', pieces: 24, reason: 'Delivery' }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, admin);
  await page.goto(`/dashboard/manageTools/${id}/stock`);
  await page.getByRole('button', { name: 'Undo: Restock +24' }).press('Enter');
  await page.getByText('Undone since').waitFor();
  await expect.poll(() => focused(page)).toBe(name);
  await leave();
});

test('a card that is declined leaves the focus on Pay', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 402/ });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${order._id}`);
  await fillCard(page, '4000 0000 0000 0002');
  await page.getByLabel('Security code').press('Enter');
  await page.getByText('Your card was declined.').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Pay \$/);
  await leave();
});
