import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

/** A customer in front of their order list, with one tool in it and what an order needs. */
async function orderList(name: string) {
  const tool = await newTool(origin, name);
  const buyer = await newCustomer(origin);
  const line = { tool: tool.id, quantity: 24, seen_price: 10, added_at: 1_795_000_000_000 };
  expectOk(await buyer.call('PATCH', '/orderList', { set: [line], remove: [] }));
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(visitor.page, origin, buyer);
  await visitor.page.goto('/order-list');
  await visitor.page.getByLabel('Phone').fill('5550142200');
  await visitor.page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  return { ...visitor, tool };
}

test('on the order pad a quantity that is mended by a key has the focus, and so has a list that was pasted', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/order-pad');
  await page.getByRole('heading', { name: 'Your lines appear here while you paste' }).waitFor();
  await page.getByRole('textbox', { name: 'Your list' }).fill('HT-HAM-024 20');
  await press(page, 'Make it 24');
  await expect.poll(() => focused(page)).toMatch(/^Quantity, line 1/);

  await page.getByRole('tab', { name: 'Line by line' }).click();
  await page.getByRole('combobox').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'HT-WRA-250 400\nHT-HAM-024 24');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => focused(page)).toBe('Your list');
  await leave();
});

test('what is ordered again says for which tool a button is, and the quantity that it mends has the focus', async () => {
  const tool = await newTool(origin, 'Mended Rasp');
  const buyer = await newCustomer(origin);
  const lines = [{ tool: tool.id, quantity: 24 }];
  const { insertedId } = expectOk(await buyer.call('POST', '/lists', { name: 'Rasps', lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/lists/${insertedId}/again`);
  const quantity = page.getByLabel(`Quantity: ${tool.name}`);
  await quantity.fill('900');
  await quantity.press('Enter');
  const mend = page.getByRole('button', { name: 'Make it 600' });
  await mend.waitFor();
  const described = () =>
    mend.evaluate((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.innerText);
  expect(await described()).toContain(tool.name);
  await mend.press('Enter');
  await expect.poll(() => focused(page)).toBe(`Quantity: ${tool.name}`);
  await leave();
});

test('prices that are not held as they were go on at the line whose price has changed', async () => {
  const { page, tool, leave } = await orderList('Held Rasp');
  await press(page, 'Hold these prices');
  const dialog = page.getByRole('dialog', { name: 'Hold these prices' });
  await dialog.waitFor();
  expectOk(await tool.admin.call('PATCH', `/tools/${tool.id}`, { version: 1, price: 11 }));
  await dialog.getByRole('button', { name: 'Hold these prices' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('.olines .notice')))).toBe(true);
  const quantity = page.getByLabel(`Quantity: ${tool.name}`);
  const why = () =>
    quantity.evaluate((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.innerText);
  expect(await why()).toContain('$11');
  await leave();
});

test('once the list is ordered Escape leaves the focus on its heading', async () => {
  const { page, leave } = await orderList('Ordered Rasp');
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).press('Enter');
  await page.getByRole('alertdialog', { name: 'Congratulations' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Order list');
  await leave();
});
