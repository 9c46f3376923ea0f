import type { Page } from 'playwright-core';
import type { Tool } from '../../src/model/catalogue/tool.ts';
import type { Order, Purchase } from '../../src/model/orders/order.ts';
import { running } from '../harness/browser.ts';
import { change, drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const NUMBER = 'P-1987';
const PARTS = [1, 2].map((no) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${no}`, no, at: '2026-11-12T10:00:00Z', carrier: 'UPS' as const },
  ...{ tracking: `NLF 4471 210${no}`, link: `https://www.ups.com/track?tracknum=NLF44712${no}`, lines: [] },
}));

/** In order: nothing typed, what is found, what is not. */
export const paletteScreens: readonly Screen[] = [
  screen('28-palette-empty', 'customer', (page) => open(page)),
  screen('28-palette', 'customer', async (page, world) => {
    await purchased(page, world);
    await find(page, '250 pliers', /^250 pieces of/);
    await page.getByRole('option', { name: `${NUMBER} Combination Pliers` }).waitFor();
  }),
  screen('28-palette-orders', 'customer', async (page, world) => {
    await purchased(page, world);
    await find(page, '1987', /^1 purchase/);
    await page.getByRole('option', { name: 'Track part 2' }).waitFor();
  }),
  screen('28-palette-short', 'visitor', async (page) => {
    await change<Tool[]>(page, '/tools', (tools) =>
      tools.map((tool, at) => ({
        ...tool,
        ...[
          { available_quantity: 180, restock: { date: '2026-12-03', left: 200 } },
          { available_quantity: 0, restock: { date: '2026-12-03', left: 500 } },
          { available_quantity: 0 },
          { min_quantity: 300, available_quantity: 900 },
          { available_quantity: 100 },
        ][at % 5],
      })),
    );
    await find(page, '250 set', /^250 pieces of/);
    await page.getByText(/180 now, \d+ from/).waitFor();
  }),
  screen('28-palette-meant', 'visitor', (page) => find(page, 'plyers', /Did you mean/)),
  screen('28-palette-nothing', 'visitor', (page) => find(page, 'zzqqxx', /^Nothing for/)),
  screen('28-palette-quantity', 'visitor', (page) => find(page, '0 pliers', /^Enter a whole number/)),
  screen('28-palette-loading', 'visitor', async (page) => {
    await open(page);
    await hold(page, '/tools');
    await type(page, 'pliers', /^Searching/);
  }),
  screen('28-palette-failure', 'visitor', async (page) => {
    await open(page);
    await drop(page, '/tools');
    await type(page, 'pliers', /^The tools did not load/);
  }),
  screen('28-palette-added', 'newcomer', async (page) => {
    await page.route(/\/orderList$/, (route) => route.fulfill({ json: { version: 1, lines: [] } }));
    await find(page, '250 pliers', /^250 pieces of/);
    await page.keyboard.press('Enter');
    await page.getByText('added to order list.').waitFor();
  }),
  screen('28-palette-admin', 'admin', (page) => find(page, '250 pliers', /^250 pieces of/)),
  screen('28-palette-admin-orders', 'admin', (page) => find(page, 'P-1', /purchase/)),
];

async function open(page: Page): Promise<void> {
  await page.goto('/order-list');
  await running(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find tools, orders and pages' }).waitFor();
}

async function type(page: Page, text: string, said: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Find tools, orders and pages' }).fill(text);
  await page.locator('.seek__said').getByText(said).waitFor();
}

async function find(page: Page, text: string, said: RegExp): Promise<void> {
  await open(page);
  await type(page, text, said);
}

/** One purchase of five tools that left in two parts. */
async function purchased(page: Page, { orders: { shipped } }: World): Promise<void> {
  const purchase = { id: shipped._id, number: NUMBER, lines: 5, amount: 4792, po_number: '4500018822' } as const;
  const names = ['Combination Pliers 190 mm, Two-Colour Grip', 'LED Torch', 'Hacksaw', 'Bench Plane', 'Brick Trowel'];
  const lines = names.map(
    (tools_name, at): Order => ({
      ...{ ...shipped, _id: `${shipped._id.slice(0, -1)}${at}` as Order['_id'], tools_name, quantity: 144 },
      ...{ number: NUMBER, createdAt: '2026-11-09T09:00:00Z', purchase, state: 'shipped', shipping: true },
    }),
  );
  await change<Order[]>(page, '/myorders/', () => lines);
  await page.route(/\/purchases\/P-1987$/, (route) =>
    route.fulfill({ json: { ...purchase, state: 'paid', lines, shipments: PARTS, refunds: [] } as object as Purchase }),
  );
}
