import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const CATEGORY = `Again ${process.pid}`;

type Tool = Awaited<ReturnType<typeof newTool>>;

async function buy(who: Somebody, tools: readonly Tool[], quantity: number, its: object = {}): Promise<string> {
  const lines = tools.map(({ id }) => ({ tools_id: id, quantity, tools_price: 10 }));
  const contact = { phone: '5550142200', address: '48 Foundry Lane, Leeds' };
  const { insertedId } = expectOk(await who.call('POST', '/purchases', { ...contact, ...its, lines }));
  return expectOk(await who.call('GET', `/purchases/${insertedId}`)).number;
}
const save = async (who: Somebody, name: string, tools: readonly Tool[]): Promise<string> =>
  expectOk(await who.call('POST', '/lists', { name, lines: tools.map(({ id }) => ({ tool: id, quantity: 24 })) }))
    .insertedId;
const listNames = async (who: Somebody): Promise<string[]> =>
  expectOk(await who.call('GET', '/lists')).map(({ name }: { name: string }) => name);
const changeStock = async ({ id }: Tool, pieces: number) => {
  const admin = await theAdmin(origin);
  expectOk(await admin.call('POST', `/tools/${id}/stock`, { kind: 'correction', pieces, reason: 'Counted again.' }));
};
const quantity = (page: Page, { name }: Tool) => page.getByLabel(`Quantity: ${name}`);
const box = (page: Page, { name }: Tool) => page.getByLabel(`Order again: ${name}`);
const sums = async (page: Page) => (await page.locator('.sumbar dd').allInnerTexts()).join(' | ');
const inList = async (who: Somebody) =>
  Object.fromEntries(
    expectOk(await who.call('GET', '/orderList')).lines.map((it: { name: string; quantity: number }) => [
      it.name,
      it.quantity,
    ]),
  );

test('last month’s purchase comes again: one dearer, one sold out with another in its place, then undone', async () => {
  const [wrench, saw, hacksaw] = [
    await newTool(origin, 'Again Wrench'),
    await newTool(origin, 'Again Saw', { category: CATEGORY }),
    await newTool(origin, 'Again Hacksaw', { category: CATEGORY, price: 9 }),
  ];
  const buyer = await newCustomer(origin);
  const number = await buy(buyer, [wrench, saw], 40, { job: 'Van stock' });
  const admin = await theAdmin(origin);
  expectOk(await admin.call('PATCH', `/tools/${wrench.id}`, { version: 1, price: 11 }));
  await changeStock(saw, -555);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/purchases/${number}/again`);
  await box(page, wrench).waitFor();
  await expect.poll(() => box(page, wrench).isChecked()).toBe(true);
  await expect.poll(() => box(page, saw).isDisabled()).toBe(true);
  await expect.poll(() => quantity(page, saw).count()).toBe(0);
  const row = page.getByRole('row').filter({ has: box(page, wrench) });
  await expect
    .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
    .toMatch(/In stock.*40 × \$10.*\$11 up \$1.*\$440/);
  await expect.poll(() => sums(page)).toBe('1 of 2 | $400 | $440');

  await page.getByText(`${saw.name} is sold out.`).waitFor();
  await page.getByText(`The ${hacksaw.name} has all 40 now, at $9 each.`).waitFor();
  await page.getByRole('button', { name: 'Add the Again Hacksaw' }).click();
  await expect.poll(() => focused(page)).toBe(`Order again: ${hacksaw.name}`);
  await expect.poll(() => sums(page)).toBe('2 of 3 | $400 | $800');
  // More than there is says so, and is not counted.
  await quantity(page, wrench).fill('700');
  await quantity(page, wrench).press('Enter');
  await page.getByText(`${wrench.name}: Only 560 in stock.`).waitFor();
  await expect.poll(() => sums(page)).toBe('1 of 3 | $360');
  await page.getByRole('button', { name: 'Make it 560' }).click();
  await expect.poll(() => sums(page)).toBe('2 of 3 | $400 | $6,520');
  await quantity(page, wrench).fill('60');
  await quantity(page, wrench).press('Enter');
  await expect.poll(() => sums(page)).toBe('2 of 3 | $400 | $1,020');
  await page.reload();
  await expect.poll(() => sums(page)).toBe('2 of 3 | $400 | $1,020');

  // Pressed twice it adds once.
  await page.getByRole('button', { name: 'Add 2 lines to order list' }).dblclick();
  await arrived(page, '/order-list');
  await page.getByText('2 lines added to order list.').first().waitFor();
  // It stays while the pointer is on it.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().hover();
  await quantity(page, wrench).waitFor();
  await expect.poll(() => inList(buyer)).toEqual({ [wrench.name]: 60, [hacksaw.name]: 40 });
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(() => inList(buyer)).toEqual({});
  await page.goto(`/dashboard/purchases/${number}/again`);
  await expect.poll(() => sums(page)).toBe('1 of 2 | $400 | $440');
  await leave();
});

test('who waits for a tool is written to; nothing chosen adds nothing; a full order list keeps what was chosen', async () => {
  const [first, gone] = [await newTool(origin, 'Again Chisel'), await newTool(origin, 'Again Plane')];
  const buyer = await newCustomer(origin);
  const number = await buy(buyer, [first, gone], 24);
  await changeStock(gone, -576);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/purchases/${number}/again`);
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  await page.getByText(`We will write to ${buyer.email} when 24 are here.`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).hover();
  expect(expectOk(await buyer.call('GET', `/tools/${gone.id}/watch`)).pieces).toBe(24);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Tell me when it is back' }).waitFor();
  expect(expectOk(await buyer.call('GET', `/tools/${gone.id}/watch`)).pieces).toBeNull();

  await box(page, first).uncheck();
  await expect.poll(() => page.getByRole('button', { name: 'Add 0 lines to order list' }).isDisabled()).toBe(true);
  await box(page, first).check();
  const lines = Array.from({ length: 200 }, (_, no) => ({
    ...{ tool: crypto.randomUUID(), name: `Tool ${no}`, quantity: 12, seenPrice: 10, addedAt: no },
  }));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('own-list'))).not.toBeNull();
  await page.evaluate((full) => {
    const own = JSON.parse(localStorage['own-list']);
    localStorage.setItem('own-list', JSON.stringify({ ...own, lines: full }));
  }, lines);
  await page.getByRole('button', { name: 'Add 1 line to order list' }).click();
  await page.getByText('Your order list is full: it has 200 tools. Take some out of it first.').waitFor();
  await expect.poll(() => box(page, first).isChecked()).toBe(true);
  await leave();
});

test('by keyboard: the order list becomes a saved list, is renamed, duplicated, deleted and brought back', async () => {
  const [one, two] = [await newTool(origin, 'Kept Rasp'), await newTool(origin, 'Kept File')];
  const buyer = await newCustomer(origin);
  const lines = [one, two].map(({ id }, at) => ({ tool: id, quantity: 24, seen_price: 10, added_at: at + 1 }));
  expectOk(await buyer.call('PATCH', '/orderList', { set: lines, remove: [] }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  await page.getByLabel('Job').fill('Van stock');
  await tabTo(page, 'Save as list');
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Name of the list');
  await expect.poll(() => name.inputValue()).toBe('Van stock');
  await expect.poll(() => focused(page)).toBe('Name of the list');
  await page.keyboard.press('Enter');
  await page.getByText('“Van stock” saved.').first().waitFor();
  await expect.poll(() => focused(page)).toBe('Save as list');

  // Once more under the same name.
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Name of the list');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Replace “Van stock”?' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Replace');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Save as list' }).waitFor({ state: 'detached' });
  await expect.poll(() => listNames(buyer)).toEqual(['Van stock']);

  await page.goto('/dashboard/lists');
  await page.getByText('2 tools, 48 pieces').waitFor();
  await page.getByText('all in stock').waitFor();
  await tabTo(page, 'Rename Van stock');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Name of the list');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Rename Van stock');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Name of the list');
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Van stock');
  await page.keyboard.type('Depot');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Rename Depot');

  await tabTo(page, 'Duplicate Depot');
  await page.keyboard.press('Enter');
  await expect.poll(() => name.inputValue()).toBe('Depot, copy');
  await expect.poll(() => focused(page)).toBe('Name of the list');
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Depot, copy');
  await page.keyboard.type('DEPOT');
  await page.keyboard.press('Enter');
  await page.getByText('You have a list with this name.').waitFor();
  await expect.poll(() => name.inputValue()).toBe('DEPOT');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Rename Depot, copy');
  await expect.poll(() => listNames(buyer)).toEqual(['Depot', 'Depot, copy']);

  await tabTo(page, 'Delete Depot, copy');
  await page.keyboard.press('Enter');
  await page.getByText('“Depot, copy” deleted.').first().waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().hover();
  await expect.poll(() => focused(page)).toBe('Depot');
  await expect.poll(() => listNames(buyer)).toEqual(['Depot']);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(() => focused(page)).toBe('Depot, copy');
  await expect.poll(() => listNames(buyer)).toEqual(['Depot', 'Depot, copy']);
  await leave();
});

test('a slow rename leaves the field of another list open, and a name of another tab is shown', async () => {
  const tool = await newTool(origin, 'Renamed Rasp');
  const buyer = await newCustomer(origin);
  const id = await save(buyer, 'Depot', [tool]);
  await save(buyer, 'Van stock', [tool]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/lists');
  const name = page.getByLabel('Name of the list');
  const call = new Promise<Route>((hold) => void page.route(`**/lists/${id}`, hold));
  await page.getByRole('button', { name: 'Rename Depot' }).click();
  await name.fill('Yard');
  await page.keyboard.press('Enter');
  const sent = await call;
  await page.getByRole('button', { name: 'Rename Van stock' }).click();
  await name.fill('Van');
  await sent.continue();
  await page.getByRole('link', { name: 'Yard', exact: true }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Van');
  expect(await focused(page)).toBe('Name of the list');
  await page.keyboard.press('Escape');

  expectOk(await buyer.call('PATCH', `/lists/${id}`, { name: 'Hall' }));
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Saved Lists' }).click();
  await page.getByRole('link', { name: 'Hall', exact: true }).waitFor();
  await leave();
});

test('a copy whose answer was lost is shown beside its list', async () => {
  const [tool, buyer] = [await newTool(origin, 'Depot Rasp'), await newCustomer(origin)];
  await save(buyer, 'Depot', [tool]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/lists');
  await page.route('**/lists/*/copy', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Duplicate Depot' }).click();
  await page.getByText('The shop cannot be reached. Check your connection and try again.').waitFor();
  await page.getByRole('button', { name: 'Duplicate Depot, copy' }).waitFor();
  expect(await listNames(buyer)).toEqual(['Depot', 'Depot, copy']);
  await leave();
});

test('on a phone: a saved list comes into the order list; a purchase that is paid leads to the same page', async () => {
  const [one, two] = [await newTool(origin, 'Pocket Rasp'), await newTool(origin, 'Pocket File')];
  const buyer = await newCustomer(origin);
  await save(buyer, 'Van stock', [one, two]);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/lists');
  await page.getByRole('link', { name: 'Order again: Van stock' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order again' }).waitFor();
  await box(page, two).waitFor();
  await expect.poll(() => sums(page)).toBe('2 of 2 | $480');
  await page.getByRole('button', { name: 'Add 2 lines to order list' }).click();
  await arrived(page, '/order-list');
  await expect.poll(() => inList(buyer)).toEqual({ [one.name]: 24, [two.name]: 24 });

  const number = await buy(buyer, [one, two], 24);
  const { id, amount } = expectOk(await buyer.call('GET', `/purchases/${number}`));
  await payFor(origin, buyer, { _id: id, amount });
  await page.goto('/dashboard/myorders');
  await page.getByRole('link', { name: `Order again: ${number}` }).click();
  await box(page, one).waitFor();
  await expect.poll(() => sums(page)).toBe('2 of 2 | $480 | $480');
  await leave();
});

test('prices that cannot be checked are asked for again; a list of somebody else is not found', async () => {
  const tool = await newTool(origin, 'Lost Rasp');
  const [buyer, other] = [await newCustomer(origin), await newCustomer(origin)];
  const id = await save(buyer, 'Van stock', [tool]);
  const foreign = await save(other, 'Van stock', [tool]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED|status of 40[04]/ });
  await letIn(page, origin, buyer);
  await page.route(`**/tools/${tool.id}`, (route) => route.abort());
  await page.goto(`/dashboard/lists/${id}/again`);
  await page.getByRole('heading', { name: 'Prices and stock could not be checked' }).waitFor();
  await page.unroute(`**/tools/${tool.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await box(page, tool).waitFor();
  await page.goto(`/dashboard/lists/${foreign}/again`);
  await page.getByRole('heading', { name: 'There is no such list among yours' }).waitFor();
  await page.goto('/dashboard/lists/none/again');
  await page.getByRole('heading', { name: 'There is no such list among yours' }).waitFor();
  await leave();
});
