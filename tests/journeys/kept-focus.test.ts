import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

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
