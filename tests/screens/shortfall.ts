import type { Page } from 'playwright-core';
import type { Tool } from '../../src/model/catalogue/tool.ts';
import type { StockWatch } from '../../src/model/orders/stock-watch.ts';
import { running } from '../harness/browser.ts';
import { toolNamed } from '../harness/shopping.ts';
import { change } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const RESTOCK = { date: '2026-12-03', left: 200 };
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check();

/** The plan for 250 of a tool of which 180 are here. */
export const shortfallScreens: readonly Screen[] = [
  screen('21-purchase-shortfall', 'newcomer', async (page, world) => {
    await open(page, world);
    await choose(page, /^180 now, 70 on/);
  }),
  screen('21-purchase-shortfall-open', 'newcomer', (page, world) => open(page, world)),
  screen('21-purchase-shortfall-few-later', 'newcomer', (page, world) =>
    open(page, world, { available_quantity: 240 }),
  ),
  screen('21-purchase-shortfall-less', 'customer', async (page, world) => {
    await open(page, world);
    await choose(page, /^Only the 180/);
  }),
  screen('21-purchase-shortfall-other', 'newcomer', async (page, world) => {
    await others(page, world);
    await open(page, world);
    await choose(page, /^All 250 now/);
  }),
  screen('21-purchase-shortfall-no-date', 'newcomer', (page, world) => open(page, world, { restock: undefined })),
  screen('21-purchase-shortfall-sold-out', 'newcomer', async (page, world) => {
    await open(page, world, { available_quantity: 0, restock: { ...RESTOCK, left: 400 } });
    await choose(page, /^None now, 250 on/);
  }),
  screen('21-purchase-shortfall-told', 'newcomer', async (page, world) => {
    const known: StockWatch = { pieces: 250, state: 'open' };
    await page.route('**/tools/*/watch', (route) => route.fulfill({ json: known }));
    await open(page, world);
    await page.getByText('We will write to').waitFor();
  }),
  screen('21-purchase-shortfall-unconfirmed', 'newcomer', async (page, world) => {
    const known: StockWatch = { pieces: null, state: 'unconfirmed' };
    await page.route('**/tools/*/watch', (route) => route.fulfill({ json: known }));
    await open(page, world);
    await page.getByRole('button', { name: 'Tell me when 250 are here' }).click();
    await page.getByRole('button', { name: 'Send the mail again' }).waitFor();
  }),
  screen('21-purchase-shortfall-confirm', 'newcomer', async (page, world) => {
    await open(page, world);
    await ask(page);
  }),
  screen('21-purchase-shortfall-conflict', 'newcomer', async (page, world) => {
    await open(page, world);
    await ask(page);
    const lines = [{ line: 1, code: 'out_of_stock', figures: { available: 120, least: 6, pack: 1 } }];
    const refused = { type: 'about:blank', status: 409, code: 'lines_refused', title: 'Conflict', lines };
    await page.route('**/purchases', (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', json: refused }),
    );
    await changeTool(page, { available_quantity: 120 });
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByText('Only 120 left now.').waitFor();
  }),
];

const changeTool = (page: Page, its: Partial<Tool>) =>
  change<Tool>(page, /^\/tools\/[\w-]+$/, (tool) => ({
    ...tool,
    ...{ available_quantity: 180, restock: RESTOCK },
    steps: [
      { from: 50, price: 32 },
      { from: 250, price: 29 },
    ],
    ...its,
  }));

/** From the home page: there the browser asks for the tool by itself. */
async function open(page: Page, { origin }: World, its: Partial<Tool> = {}): Promise<void> {
  const { _id } = await toolNamed(origin, 'Smoothing Bench');
  await changeTool(page, its);
  await page.goto('/');
  await running(page);
  await page.locator(`a[href="/purchase/${_id}"]`).first().click();
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('250');
  await page.getByText('How shall we do it?').waitFor();
  await page.getByRole('radio', { name: /^All 250 now/ }).waitFor();
}

async function others(page: Page, { origin }: World): Promise<void> {
  const tools = await Promise.all(['Bevel-Edge', 'Claw Hammer', 'Hacksaw'].map((name) => toolNamed(origin, name)));
  await change<{ tools: unknown[] }>(page, /alternatives$/, (answer) => ({ ...answer, tools }));
}

async function ask(page: Page): Promise<void> {
  await choose(page, /^180 now, 70 on/);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('Northgate Joinery, 48 Foundry Lane, Dock 3, Leeds LS9 8AG');
  await page.getByRole('button', { name: 'Purchase 250, 70 later' }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
}
