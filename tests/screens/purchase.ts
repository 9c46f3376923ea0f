import type { Page } from 'playwright-core';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { drop, fail, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

export const purchaseScreens: readonly Screen[] = [
  screen('05-purchase', 'newcomer', (page, world) => open(page, world)),
  screen('05-purchase-returning', 'customer', (page, world) => open(page, world)),
  screen('05-purchase-unconfirmed', 'newcomer', async (page, world) => {
    await page.route('**/offer', (route) => route.fulfill({ json: { state: 'unconfirmed', percent: 30 } }));
    await open(page, world);
    await page.getByText('once your email is confirmed').waitFor();
  }),
  screen('05-purchase-limit', 'newcomer', async (page, world) => {
    await open(page, world);
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
    await page.getByRole('button', { name: 'Check Limit of Purchase' }).waitFor();
  }),
  screen('05-purchase-invalid', 'newcomer', async (page, world) => {
    await open(page, world);
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    await page.getByText('Shipping address is required.').waitFor();
  }),
  screen('05-purchase-confirm', 'newcomer', (page, world) => asked(page, world)),
  screen('05-purchase-placing', 'newcomer', async (page, world) => {
    await hold(page, /^\/orders$/);
    await asked(page, world);
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.locator('[role=alertdialog] [aria-busy]').waitFor();
  }),
  screen('05-purchase-failed', 'newcomer', async (page, world) => {
    await drop(page, /^\/orders$/);
    await asked(page, world);
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByText('trying again never orders twice').waitFor();
  }),
  screen('05-purchase-success', 'buyer', async (page, world) => {
    await asked(page, world);
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByText('Successfully added to order').waitFor();
  }),
  screen('21-purchase-ladder', 'newcomer', (page, world) => open(page, world, '?quantity=85')),
  screen('21-purchase-guard', 'newcomer', (page, world) => open(page, world, '?quantity=94')),
  screen('21-purchase-pack', 'newcomer', async (page, { origin }) => {
    const { _id } = await toolNamed(origin, 'Combination Pliers');
    await page.goto(`/purchase/${_id}?quantity=250`);
    await page.getByText('Sold in boxes of 12. 250 is 20 boxes and 10 pieces.').first().waitFor();
  }),
  screen('21-purchase-added', 'newcomer', async (page, world) => {
    await open(page, world, '?quantity=100');
    await page.getByRole('button', { name: 'Add to order list' }).click();
    await page.getByText('added to order list.').waitFor();
  }),
  screen('05-purchase-admin', 'admin', (page, world) => open(page, world)),
  screen('05-purchase-admin-oops', 'admin', async (page, world) => {
    await open(page, world);
    await page.getByText('You are signed in as an admin.').waitFor();
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    await page.getByText('You can not make Order because you are Admin!').waitFor();
  }),
  screen('05-purchase-loading', 'newcomer', async (page, world) => {
    await hold(page, '/auth/session');
    await page.goto(await purchasePath(world));
    await page.getByText('Loading the order form').or(page.locator('[aria-busy=true]')).first().waitFor();
  }),
  screen('05-purchase-unreachable', 'newcomer', async (page, world) => {
    await drop(page, '/auth/session');
    await page.goto(await purchasePath(world));
    await page.getByRole('heading', { name: 'The order form did not load' }).waitFor();
  }),
  screen('05-purchase-gone', 'visitor', async (page, { origin, people }) => {
    const { image } = await toolNamed(origin, 'Adjustable Wrench');
    const numbers = { min_quantity: 5, available_quantity: 50, price: 12 };
    const tool = { name: 'Pipe Wrench 350 mm', description: '', image, category: 'Wrenches & Sockets', ...numbers };
    const { insertedId } = expectOk(await people.admin.call('POST', '/addTool', tool));
    expectOk(await people.admin.call('DELETE', `/tools/${insertedId}`));
    await page.goto(`/purchase/${insertedId}`);
    await page.getByText('This tool is no longer sold.').waitFor();
  }),
  screen('05-purchase-offer-unknown', 'newcomer', async (page, world) => {
    await fail(page, /^\/offer$/);
    await open(page, world);
    await page.getByText('Whether this is your first order could not be asked just now.').waitFor();
  }),
];

async function purchasePath({ origin }: World): Promise<string> {
  const tool = await toolNamed(origin, 'Adjustable Wrench');
  return `/purchase/${tool._id}`;
}

async function open(page: Page, world: World, query = ''): Promise<void> {
  await page.goto(`${await purchasePath(world)}${query}`);
  await page.getByRole('button', { name: 'Purchase', exact: true }).waitFor();
}

async function asked(page: Page, world: World): Promise<void> {
  await open(page, world);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Dock 3, Leeds LS9 8AG');
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
}
