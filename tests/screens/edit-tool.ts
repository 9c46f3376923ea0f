import type { Page } from 'playwright-core';
import { running } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { drop, fail, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const MANAGED = /^\/tools\/[^/]+\/managed$/;
const MOVES = /^\/tools\/[^/]+\/stock$/;
const TOOL = /^\/tools\/[^/]+$/;

export const editToolScreens: readonly Screen[] = [
  screen('31-tool', 'admin', async (page, world) => void (await changed(page, world))),
  screen('31-tool-unchanged', 'admin', async (page, world) => void (await open(page, world))),
  screen('31-tool-ladder', 'admin', async (page, world) => {
    await open(page, world);
    await typeSteps(page, [100, 8], [500, 7]);
    await page.getByText('No piece gets dearer in a bigger order.').waitFor();
  }),
  screen('31-tool-ladder-error', 'admin', async (page, world) => {
    await open(page, world);
    await page.getByLabel('Case pack').fill('10');
    await typeSteps(page, [100, 8], [500, 10]);
    await page.getByText('From 500 pieces the price rises').waitFor();
  }),
  screen('31-tool-refused', 'admin', async (page, world) => {
    await open(page, world);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Item number').fill('HT-WRA-250');
    await page.getByText('Taken by Adjustable Wrench').waitFor();
    await page.getByLabel('Price').fill('ten');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a name.').waitFor();
  }),
  screen('31-tool-conflict', 'admin', async (page, world) => {
    const id = await changed(page, world);
    await edit(world, id, { version: 1, price: 8, description: 'Reworded by somebody else.' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save with this choice' }).waitFor();
  }),
  screen('31-tool-saved', 'admin', async (page, world) => {
    await changed(page, world);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).first().waitFor();
  }),
  screen('31-tool-saving', 'admin', async (page, world) => {
    await changed(page, world);
    await hold(page, TOOL);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.deskbar [aria-busy]').waitFor();
  }),
  screen('31-tool-unreachable', 'admin', async (page, world) => {
    await changed(page, world);
    await drop(page, TOOL);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
  }),
  screen('31-tool-draft', 'admin', async (page, world) => {
    await changed(page, world);
    await page.reload();
    await page.getByText('2 changes from').waitFor();
    await running(page);
  }),
  screen('31-tool-leave', 'admin', async (page, world) => {
    await changed(page, world);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without saving 2 changes?' }).waitFor();
  }),
  screen('31-tool-preview', 'admin', async (page, world) => {
    await changed(page, world);
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByText('with your 2 unsaved changes').waitFor();
  }),
  screen('31-tool-preview-phone', 'admin', async (page, world) => {
    await page.goto(`${await pathOf(world)}/preview`);
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.getByRole('button', { name: 'Phone', pressed: true }).waitFor();
  }),
  screen('31-tool-preview-refused', 'admin', async (page, world) => {
    await changed(page, world);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Price').fill('ten');
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByText('Name and price cannot be saved as typed').waitFor();
  }),
  screen('31-tool-editors', 'admin', async (page, world) => {
    const path = await pathOf(world);
    const second = await newCustomer(world.origin, 'Second Admin');
    await world.people.admin.call('PUT', `/makeAdmin/${second.email}`);
    expectOk(await second.call('PUT', `/tools/${path.split('/').at(-1)}/editing`));
    await page.goto(path);
    await page.getByText('Second Admin is editing this, since').waitFor();
  }),
  screen('31-tool-history', 'admin', async (page, world) => {
    await history(page, world);
    await page.getByText('See the two descriptions').click();
    await page.locator('.both ins').first().waitFor();
  }),
  screen('31-tool-history-asked', 'admin', async (page, world) => {
    await history(page, world);
    await page.getByRole('button', { name: 'Undo: price $9 → $8' }).click();
    await page.getByRole('alertdialog', { name: 'Changed again since' }).waitFor();
  }),
  screen('31-tool-stock', 'admin', async (page, world) => {
    await stock(page, world);
    await page.getByLabel('Pieces').fill('+200');
    await page.getByText('1,850 becomes 2,050.').waitFor();
  }),
  screen('31-tool-stock-refused', 'admin', async (page, world) => {
    await stock(page, world);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.docket .err').first().waitFor();
  }),
  screen('31-tool-stock-moved', 'admin', async (page, world) => {
    await stock(page, world);
    await page.getByText('First stock').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-2);
    const delivery = { kind: 'restock', pieces: 200, reason: 'Delivery' };
    expectOk(await world.people.admin.call('POST', `/tools/${id}/stock`, delivery));
    await page.getByLabel('Pieces').fill('+200');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('.docket')
      .getByText(/booked \+200 /)
      .waitFor();
    await page.getByText('2,050 becomes 2,250.').waitFor();
  }),
  screen('31-tool-stock-loading', 'admin', async (page, world) => {
    await hold(page, MOVES);
    await page.goto(`${await pathOf(world)}/stock`);
    await page.locator('.ledger .sk').first().waitFor();
  }),
  screen('31-tool-stock-failed', 'admin', async (page, world) => {
    await fail(page, MOVES);
    await page.goto(`${await pathOf(world)}/stock`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
  screen('31-tool-archived', 'admin', async (page, world) => {
    await open(page, world);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
  }),
  screen('31-tool-archived-meanwhile', 'admin', async (page, world) => {
    await open(page, world);
    await page.getByLabel('Minimum order').fill('36');
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expectOk(await world.people.admin.call('DELETE', `/tools/${id}`));
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
  }),
  screen('31-tool-archived-stock', 'admin', async (page, world) => {
    const path = await pathOf(world);
    expectOk(await world.people.admin.call('DELETE', `/tools/${path.split('/').at(-1)}`));
    await page.goto(`${path}/stock`);
    await page.getByText('First stock').waitFor();
  }),
  screen('31-tool-archived-history', 'admin', async (page, world) => {
    const path = await pathOf(world);
    const { admin } = world.people;
    const id = path.split('/').at(-1);
    expectOk(await admin.call('DELETE', `/tools/${id}`));
    expectOk(await admin.call('POST', `/tools/${id}/restore`));
    expectOk(await admin.call('DELETE', `/tools/${id}`));
    await page.goto(`${path}/history`);
    await page.getByText('Restored').waitFor();
  }),
  screen('31-tool-gone', 'admin', async (page) => {
    await page.goto('/dashboard/manageTools/00000000-0000-4000-8000-000000000000');
    await page.getByRole('heading', { name: 'This tool is not in the shop.' }).waitFor();
  }),
  screen('31-tool-loading', 'admin', async (page, world) => {
    await hold(page, MANAGED);
    await page.goto(await pathOf(world));
    await page.getByRole('heading', { level: 1, name: 'Tool' }).waitFor();
    await page.locator('main .sk').first().waitFor();
  }),
  screen('31-tool-failed', 'admin', async (page, world) => {
    await fail(page, MANAGED);
    await page.goto(await pathOf(world));
    await page.getByRole('heading', { name: 'The tool did not load' }).waitFor();
  }),
];

let made = 0;
/** Several runs may share a shop: item numbers are taken once. */
const run = Math.random().toString(36).slice(2, 6).toUpperCase();

/** A tool of this screen's own. */
async function newTool({ origin, people }: World): Promise<string> {
  const like = await toolNamed(origin, 'Claw Hammer');
  made += 1;
  const tool = {
    ...{ name: `Claw Hammer 20 oz, Ash Handle, ${300 + made} mm`, image: like.image, category: 'Hammers & Striking' },
    ...{ description: 'Drop-forged steel head with a polished striking face and a split, curved claw.', price: 9 },
    ...{ sku: `HT-HAM-${run}-${made}`, min_quantity: 24, available_quantity: 1850 },
  };
  return expectOk(await people.admin.call('POST', '/addTool', tool)).insertedId;
}

const pathOf = async (world: World) => `/dashboard/manageTools/${await newTool(world)}`;

async function edit({ people }: World, id: string, body: object): Promise<void> {
  expectOk(await people.admin.call('PATCH', `/tools/${id}`, body));
}

async function open(page: Page, world: World): Promise<string> {
  const path = await pathOf(world);
  await page.goto(path);
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  return path.split('/').at(-1) ?? '';
}

async function changed(page: Page, world: World): Promise<string> {
  const id = await open(page, world);
  await page.getByLabel('Price').fill('12');
  await page.getByLabel('Minimum order').fill('36');
  await page.getByRole('region', { name: 'Changes' }).waitFor();
  return id;
}

async function typeSteps(page: Page, ...steps: readonly [from: number, price: number][]): Promise<void> {
  for (const [place, [from, price]] of steps.entries()) {
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByLabel(`Step ${place + 1}: from pieces`).fill(String(from));
    await page.getByLabel(`Step ${place + 1}: price per piece`).fill(String(price));
  }
}

async function history(page: Page, world: World): Promise<void> {
  const id = await newTool(world);
  await edit(world, id, { version: 1, min_quantity: 36, description: 'Forged steel head.' });
  await edit(world, id, { version: 2, price: 8 });
  await edit(world, id, { version: 3, price: 7 });
  await page.goto(`/dashboard/manageTools/${id}/history`);
  await page.getByRole('button', { name: 'Undo: price $8 → $7' }).waitFor();
}

async function stock(page: Page, world: World): Promise<void> {
  const path = await pathOf(world);
  const change = (body: object) => world.people.admin.call('POST', `/tools/${path.split('/').at(-1)}/stock`, body);
  expectOk(await change({ kind: 'restock', pieces: 600, reason: 'Delivery note 4471' }));
  expectOk(await change({ kind: 'correction', pieces: -600, reason: 'Counted' }));
  await page.goto(`${path}/stock`);
  await page.getByRole('region', { name: 'How it came about' }).getByRole('listitem').nth(2).waitFor();
}
