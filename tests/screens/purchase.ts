import type { Page } from 'playwright-core';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { drop, fail, hold } from './network.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

export const purchaseScreens: readonly Screen[] = [
  { name: '05-purchase', as: 'newcomer', open: (page, world) => open(page, world) },
  {
    name: '05-purchase-returning',
    as: 'customer',
    open: (page, world) => open(page, world),
  },
  {
    name: '05-purchase-unconfirmed',
    as: 'newcomer',
    open: async (page, world) => {
      await page.route('**/offer', (route) => route.fulfill({ json: { state: 'unconfirmed', percent: 30 } }));
      await open(page, world);
      await page.getByText('once your email is confirmed').waitFor();
    },
  },
  {
    name: '05-purchase-limit',
    as: 'newcomer',
    open: async (page, world) => {
      await open(page, world);
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
      await page.getByRole('button', { name: 'Check Limit of Purchase' }).waitFor();
    },
  },
  {
    name: '05-purchase-invalid',
    as: 'newcomer',
    open: async (page, world) => {
      await open(page, world);
      await page.getByRole('button', { name: 'Purchase', exact: true }).click();
      await page.getByText('Shipping address is required.').waitFor();
    },
  },
  {
    name: '05-purchase-confirm',
    as: 'newcomer',
    open: (page, world) => asked(page, world),
  },
  {
    name: '05-purchase-placing',
    as: 'newcomer',
    open: async (page, world) => {
      await hold(page, /^\/orders$/);
      await asked(page, world);
      await page.getByRole('button', { name: 'Order', exact: true }).click();
      await page.locator('[role=alertdialog] [aria-busy]').waitFor();
    },
  },
  {
    name: '05-purchase-failed',
    as: 'newcomer',
    open: async (page, world) => {
      await drop(page, /^\/orders$/);
      await asked(page, world);
      await page.getByRole('button', { name: 'Order', exact: true }).click();
      await page.getByText('trying again never orders twice').waitFor();
    },
  },
  {
    name: '05-purchase-success',
    as: 'buyer',
    open: async (page, world) => {
      await asked(page, world);
      await page.getByRole('button', { name: 'Order', exact: true }).click();
      await page.getByText('Successfully added to order').waitFor();
    },
  },
  { name: '21-purchase-ladder', as: 'newcomer', open: (page, world) => open(page, world, '?quantity=85') },
  { name: '21-purchase-guard', as: 'newcomer', open: (page, world) => open(page, world, '?quantity=94') },
  {
    name: '21-purchase-pack',
    as: 'newcomer',
    open: async (page, { origin }) => {
      const { _id } = await toolNamed(origin, 'Combination Pliers');
      await page.goto(`/purchase/${_id}?quantity=250`);
      await page.getByText('Sold in boxes of 12. 250 is 20 boxes and 10 pieces.').waitFor();
    },
  },
  {
    name: '21-purchase-added',
    as: 'newcomer',
    open: async (page, world) => {
      await open(page, world, '?quantity=100');
      await page.getByRole('button', { name: 'Add to order list' }).click();
      await page.getByText('added to order list.').waitFor();
    },
  },
  { name: '05-purchase-admin', as: 'admin', open: (page, world) => open(page, world) },
  {
    name: '05-purchase-admin-oops',
    as: 'admin',
    open: async (page, world) => {
      await open(page, world);
      await page.getByText('You are signed in as an admin.').waitFor();
      await page.getByRole('button', { name: 'Purchase', exact: true }).click();
      await page.getByText('You can not make Order because you are Admin!').waitFor();
    },
  },
  {
    name: '05-purchase-loading',
    as: 'newcomer',
    open: async (page, world) => {
      await hold(page, '/auth/session');
      await page.goto(await purchasePath(world));
      await page.getByText('Loading the order form').or(page.locator('[aria-busy=true]')).first().waitFor();
    },
  },
  {
    name: '05-purchase-unreachable',
    as: 'newcomer',
    open: async (page, world) => {
      await drop(page, '/auth/session');
      await page.goto(await purchasePath(world));
      await page.getByRole('heading', { name: 'The order form did not load' }).waitFor();
    },
  },
  {
    name: '05-purchase-gone',
    open: async (page, { origin, people }) => {
      const { image } = await toolNamed(origin, 'Adjustable Wrench');
      const numbers = { min_quantity: 5, available_quantity: 50, price: 12 };
      const tool = { name: 'Pipe Wrench 350 mm', description: '', image, category: 'Wrenches & Sockets', ...numbers };
      const { insertedId } = expectOk(await people.admin.call('POST', '/addTool', tool));
      expectOk(await people.admin.call('DELETE', `/tools/${insertedId}`));
      await page.goto(`/purchase/${insertedId}`);
      await page.getByText('This tool is no longer sold.').waitFor();
    },
  },
  {
    name: '05-purchase-offer-unknown',
    as: 'newcomer',
    open: async (page, world) => {
      await fail(page, /^\/offer$/);
      await open(page, world);
      await page.getByText('Whether this is your first order could not be asked just now.').waitFor();
    },
  },
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
