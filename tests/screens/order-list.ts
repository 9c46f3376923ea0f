import type { Page } from 'playwright-core';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { Tool } from '../../src/model/catalogue/tool.ts';
import type { ListLine } from '../../src/model/orders/order-list.ts';
import type { ListChange, SavedList } from '../../src/model/orders/own-list.ts';
import { toolNamed } from '../harness/shopping.ts';
import { change, drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

/** Names begin so; how many pieces of each. */
const WANTED: readonly (readonly [string, number])[] = [
  ['Adjustable Wrench', 94],
  ['Combination Pliers', 144],
  ['Hand Saw', 60],
  ['Tape Measure', 72],
  ['Ball-Pein Hammer', 24],
  ['Claw Hammer', 48],
];

export const orderListScreens: readonly Screen[] = [
  screen('22-order-list', 'newcomer', (page, world) => openOrderList(page, world)),
  screen('22-order-list-signed-out', 'visitor', async (page, world) => {
    const text = JSON.stringify({ version: 1, lines: await wanted(world) });
    await page.addInitScript((kept) => localStorage.setItem('order-list', kept), text);
    await page.goto('/order-list');
    await page.getByRole('link', { name: 'Log in to order' }).waitFor();
  }),
  screen('22-order-list-problems', 'newcomer', async (page, world) => {
    await troubled(page, world);
    await page.getByRole('button', { name: 'Remove Claw Hammer' }).click();
    await page.getByText('Removed: Claw Hammer').waitFor();
  }),
  screen('22-order-list-fixed', 'newcomer', async (page, world) => {
    await troubled(page, world);
    await page.getByRole('button', { name: 'Fix all 5' }).click();
    await page.getByRole('button', { name: 'Undo all' }).waitFor();
  }),
  screen('22-order-list-elsewhere', 'newcomer', async (page, world) => {
    await openOrderList(page, world);
    await change<SavedList>(page, '/orderList', ({ lines }) => ({ version: 9, lines: lines.slice(1) }));
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByText('This list was changed on another device.').waitFor();
  }),
  screen('22-order-list-invalid', 'newcomer', async (page, world) => {
    await openOrderList(page, world);
    await page.locator('.docket').getByRole('button', { name: 'Order 6 tools' }).click();
    await page.getByText('Shipping address is required.').waitFor();
  }),
  screen('22-order-list-waiting', 'newcomer', async (page, world) => {
    await change<Tool>(page, '/tools/', (tool) => {
      const restock = { date: '2099-12-03', left: 300 };
      if (tool.name.startsWith('Adjustable Wrench')) return { ...tool, available_quantity: 60, restock };
      if (tool.name.startsWith('Tape Measure')) return { ...tool, available_quantity: 40, restock };
      return tool.name.startsWith('Hand Saw') ? { ...tool, available_quantity: 0, restock } : tool;
    });
    await keep(page, world);
    await page.goto('/order-list');
    await page.getByRole('button', { name: '60 now, 34 on 3 Dec 2099' }).click();
    await page.getByText('60 now, 34 from 3 Dec 2099').waitFor();
  }),
  screen('22-order-list-confirm', 'newcomer', (page, world) => asked(page, world)),
  screen('22-order-list-success', 'newcomer', async (page, world) => {
    // Nothing is ordered: a newcomer stays one.
    const purchase = {
      id: world.orders.unpaid._id,
      number: 'P-2052',
      lines: Array(6),
      amount: 2578.8,
      holdUntil: '2026-11-23T09:20:00Z',
    };
    await page.route(/\/purchases/, (route) =>
      route.fulfill({ json: route.request().method() === 'POST' ? { insertedId: purchase.id } : purchase }),
    );
    await asked(page, world);
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByRole('link', { name: /^Pay \$/ }).waitFor();
  }),
  screen('22-order-list-empty', 'visitor', async (page) => {
    await page.addInitScript(() => localStorage.removeItem('order-list'));
    await page.goto('/order-list');
    await page.getByText('Your order list is empty').waitFor();
  }),
  screen('22-order-list-loading', 'newcomer', async (page, world) => {
    await hold(page, '/tools/');
    await keep(page, world);
    await page.goto('/order-list');
    await page.getByText('Checking prices and stock').filter({ visible: true }).first().waitFor();
  }),
  screen('22-order-list-failure', 'newcomer', async (page, world) => {
    await drop(page, '/tools/');
    await keep(page, world);
    await page.goto('/order-list');
    await page.getByText('Your tools are kept.').waitFor();
  }),
];

const wanted = ({ origin }: World): Promise<ListLine[]> =>
  Promise.all(
    WANTED.map(async ([name, quantity], place) => {
      const tool = await toolNamed(origin, name);
      const seenPrice = eachOf(tool, quantity);
      return {
        tool: tool._id as ListLine['tool'],
        name: tool.name,
        quantity,
        seenPrice,
        addedAt: 1_795_000_000_000 + place,
      };
    }),
  );

/** The list is the page's own: other pages of the same customer leave it alone. */
async function keep(page: Page, world: World): Promise<void> {
  let version = 1;
  let lines = (await wanted(world)).map(({ seenPrice, addedAt, ...line }) => ({
    ...{ ...line, seen_price: seenPrice, added_at: addedAt },
  }));
  await page.route(/\/orderList$/, (route) => {
    if (route.request().method() === 'PATCH') {
      const { set, remove } = route.request().postDataJSON() as ListChange;
      const changed = lines.map((line) => ({ ...line, ...set.find(({ tool }) => tool === line.tool) }));
      lines = changed.filter(({ tool }) => !remove.includes(tool));
      version += 1;
    }
    return route.fulfill({ json: { version, lines } });
  });
}

export async function openOrderList(page: Page, world: World): Promise<void> {
  await keep(page, world);
  await page.goto('/order-list');
  await page.locator('.docket').getByRole('button', { name: 'Order 6 tools' }).waitFor();
}

/** Meanwhile the catalogue has changed under five of the tools. */
async function troubled(page: Page, world: World): Promise<void> {
  await change<Tool>(page, '/tools/', (tool) => {
    if (tool.name.startsWith('Adjustable Wrench')) return { ...tool, available_quantity: 60, steps: [] };
    if (tool.name.startsWith('Combination Pliers')) return { ...tool, price: tool.price + 1, steps: [] };
    if (tool.name.startsWith('Hand Saw')) return { ...tool, available_quantity: 0 };
    if (tool.name.startsWith('Tape Measure')) return { ...tool, pack: 20, min_quantity: 20 };
    return tool.name.startsWith('Ball-Pein') ? { ...tool, min_quantity: 48 } : tool;
  });
  await keep(page, world);
  await page.goto('/order-list');
  await page.getByRole('button', { name: 'Fix all 5' }).waitFor();
}

/** Somebody whose addresses are known chooses one. They may arrive while the box is being filled. */
export async function chooseAddress(page: Page): Promise<void> {
  const known = page.getByRole('combobox', { name: 'Ship to' });
  const box = page.getByRole('textbox', { name: 'Ship to' });
  await known.or(box).waitFor();
  if (await known.isVisible()) await known.selectOption({ index: 1 });
  else
    await box
      .fill('48 Foundry Lane, Dock 3, Leeds LS9 8AG', { timeout: 5_000 })
      .catch(() => known.selectOption({ index: 1 }));
}

async function asked(page: Page, world: World): Promise<void> {
  await openOrderList(page, world);
  await page.getByLabel('Phone').fill('5550142200');
  await chooseAddress(page);
  await page.locator('.docket').getByRole('button', { name: 'Order 6 tools' }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
}
