import type { Page } from 'playwright-core';
import type { Tool } from '../../src/model/catalogue/tool.ts';
import type { ToolId } from '../../src/model/kernel/ids.ts';
import type { Order, Purchase } from '../../src/model/orders/order.ts';
import type { ListRow, OpenedList } from '../../src/model/orders/saved-lists.ts';
import { toolNamed } from '../harness/shopping.ts';
import { change, drop, fail, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

/** Names begin so; how many pieces there were, and for how much each. */
const THEN: readonly (readonly [name: string, quantity: number, each: number])[] = [
  ['Ball-Pein Hammer', 96, 9],
  ['Adjustable Wrench', 200, 8],
  ['Combination Pliers', 144, 8],
  ['Claw Hammer', 60, 14],
  ['Hand Saw', 40, 12],
];

const LIST = 'a1a1a1a1-0000-4000-8000-000000000001';
const FINE = { gone: 0, sold_out: 0, too_few: 0, below_minimum: 0, not_whole_packs: 0 };
const row = (no: number, name: string, its: Partial<ListRow>) =>
  ({
    id: LIST.replace(/.$/, `${no}`),
    name,
    tools: 6,
    pieces: 880,
    total: 2890,
    troubles: FINE,
    last: null,
    ...its,
  }) as ListRow;

const ROWS: readonly ListRow[] = [
  row(1, 'Dock 3 refit, weekly consumables and spares', {
    last: { number: 'P-2041', at: '2026-11-16T09:00:00Z', total: 2960 },
  }),
  row(2, 'New starter kit', {
    ...{ tools: 14, pieces: 14, total: 212, troubles: { ...FINE, below_minimum: 2 } },
    last: { number: 'P-1911', at: '2026-10-02T09:00:00Z', total: 212 },
  }),
  row(3, 'Van stock', {
    ...{ tools: 5, pieces: 540, total: 4828, troubles: { ...FINE, sold_out: 1 } },
    last: { number: 'P-1987', at: '2026-11-09T09:00:00Z', total: 4792 },
  }),
  row(5, 'W'.repeat(60), {}),
  row(4, 'Winter', { troubles: { gone: 1, sold_out: 1, too_few: 2, below_minimum: 1, not_whole_packs: 1 } }),
];

export const savedListScreens: readonly Screen[] = [
  screen('24-order-again', 'customer', (page, world) => again(page, world)),
  screen('24-order-again-stand-in', 'customer', async (page, world) => {
    await again(page, world);
    await page.getByRole('button', { name: 'Add the Hacksaw' }).click();
    await page.getByText('Chosen').locator('..').getByText('5 of 6').waitFor();
  }),
  screen('24-order-again-troubles', 'customer', async (page, world) => {
    await page.route('**/tools/*/watch', (route) => route.fulfill({ json: { pieces: 40, state: 'open' } }));
    await again(page, world, (tool) => {
      if (tool.name.startsWith('Ball-Pein')) return { ...tool, available_quantity: 60 };
      if (tool.name.startsWith('Adjustable')) return { ...tool, min_quantity: 240, steps: [] };
      return tool.name.startsWith('Combination') ? { ...tool, pack: 10, min_quantity: 10 } : tool;
    });
    await page.getByText('We will write to').waitFor();
  }),
  screen('24-order-again-list', 'customer', async (page, world) => {
    await ofList(page, world);
    await page.goto(`/dashboard/lists/${LIST}/again`);
    await page.getByRole('button', { name: 'Add 4 lines to order list' }).waitFor();
  }),
  screen('24-order-again-loading', 'customer', async (page, { orders }) => {
    await hold(page, '/tools/');
    await page.goto(`/dashboard/purchases/${orders.shipped.number}/again`);
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('24-order-again-failed', 'customer', async (page, { orders }) => {
    await drop(page, '/tools/');
    await page.goto(`/dashboard/purchases/${orders.shipped.number}/again`);
    await page.getByRole('heading', { name: 'Prices and stock could not be checked' }).waitFor();
  }),
  screen('24-order-again-gone', 'customer', async (page) => {
    await page.goto(`/dashboard/lists/${LIST}/again`);
    await page.getByRole('heading', { name: 'There is no such list among yours' }).waitFor();
  }),
  screen('24-saved-lists', 'customer', async (page) => {
    await lists(page);
    await page.getByRole('button', { name: 'Rename Winter' }).click();
    await page.getByLabel('Name of the list').fill('Van stock');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('You have a list with this name.').waitFor();
  }),
  screen('24-saved-lists-deleted', 'customer', async (page) => {
    await lists(page);
    await page.route(isList, (route) =>
      route.fulfill({ json: { acknowledged: true, deletedCount: 1, list: { name: 'Winter', lines: [] } } }),
    );
    await page.getByRole('button', { name: 'Delete Winter' }).click();
    await page.getByText('“Winter” deleted.').first().waitFor();
  }),
  screen('24-saved-lists-empty', 'customer', async (page) => {
    await page.goto('/dashboard/lists');
    await page.getByRole('heading', { name: 'No saved lists yet' }).waitFor();
  }),
  screen('24-saved-lists-loading', 'customer', async (page) => {
    await hold(page, '/lists');
    await page.goto('/dashboard/lists');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('24-saved-lists-failed', 'customer', async (page) => {
    await fail(page, '/lists');
    await page.goto('/dashboard/lists');
    await page.getByRole('heading', { name: 'Your lists did not load' }).waitFor();
  }),
  screen('24-save-as-list', 'customer', async (page, { orders }) => {
    await page.goto(`/dashboard/purchases/${orders.shipped.number}`);
    await page.getByRole('button', { name: 'Save as list' }).click();
    await page.getByRole('button', { name: 'Save list' }).click();
    await page.getByText('Name is required.').waitFor();
  }),
  screen('24-save-as-list-replace', 'customer', async (page, { orders }) => {
    await nameTaken(page);
    await page.goto(`/dashboard/purchases/${orders.shipped.number}`);
    await page.getByRole('button', { name: 'Save as list' }).click();
    await page.getByLabel('Name of the list').fill('Van stock');
    await page.getByRole('button', { name: 'Save list' }).click();
    await page.getByRole('alertdialog', { name: 'Replace “Van stock”?' }).waitFor();
  }),
];

/** The calls, not the pages. */
const isList = ({ pathname }: URL) => /^\/lists(\/[\w-]+)?$/.test(pathname);

const nameTaken = (page: Page) =>
  page.route(isList, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: { type: 'about:blank', title: 'Conflict', status: 409, code: 'list_name_taken' },
        }),
  );

async function lists(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/lists',
    (route) => route.fulfill({ json: ROWS }),
  );
  await nameTaken(page);
  await page.goto('/dashboard/lists');
  await page.getByRole('link', { name: 'Order again: Winter' }).waitFor();
}

/** Five tools of which the last has sold out; a Hacksaw has as many. */
async function stock(page: Page, { origin }: World, its: (tool: Tool) => Tool): Promise<void> {
  await change<Tool>(page, /^\/tools\/[\w-]+$/, (tool) => {
    const restock = { date: '2099-12-03', left: 300 };
    return tool.name.startsWith('Hand Saw') ? { ...tool, available_quantity: 0, restock } : its(tool);
  });
  const hacksaw = await toolNamed(origin, 'Hacksaw');
  await change<{ tools: unknown[] }>(page, /alternatives$/, (answer) => ({ ...answer, tools: [hacksaw] }));
}

async function again(page: Page, world: World, its = (tool: Tool) => tool): Promise<void> {
  await stock(page, world, its);
  const tools = await Promise.all(THEN.map(([name]) => toolNamed(world.origin, name)));
  await change<Purchase>(page, '/purchases/', (purchase) => ({
    ...purchase,
    createdAt: '2026-11-09T16:41:00Z',
    lines: THEN.map(([, quantity, each], at) => {
      const { _id, name, image } = tools[at] as Tool;
      const line = { tools_id: _id, tools_name: name, tools_image: image, quantity, tools_price: each };
      return { ...(purchase.lines[0] as Order), ...line, total: quantity * each };
    }),
  }));
  await page.goto(`/dashboard/purchases/${world.orders.shipped.number}/again`);
  await page.getByText(/Hacksaw.* has all 40 now/).waitFor();
}

async function ofList(page: Page, world: World): Promise<void> {
  await stock(page, world, (tool) => tool);
  const tools = await Promise.all(THEN.map(([name]) => toolNamed(world.origin, name)));
  const list: OpenedList = {
    ...{ id: LIST as OpenedList['id'], name: 'Van stock', last: { number: 'P-1987', at: '2026-11-09T16:41:00Z' } },
    lines: THEN.map(([, quantity, each], at) => {
      const { _id, name, image } = tools[at] as Tool;
      const last = at === 1 ? null : { quantity, each, asked: quantity * each };
      return { tool: _id as ToolId, name, image, quantity, last };
    }),
  };
  await page.route(isList, (route) => route.fulfill({ json: list }));
}
