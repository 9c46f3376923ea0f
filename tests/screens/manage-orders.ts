import type { Page } from 'playwright-core';
import type { Order } from '../../src/model/orders/order.ts';
import { change, drop, fail, hold } from './network.ts';
import { inEveryState } from './orders.ts';
import { listed, type Screen } from './screen.ts';

const LIST = /^\/manageOrder$/;

export const manageOrdersScreens: readonly Screen[] = [
  { name: '10-manage-orders', as: 'admin', open: (page) => open(page) },
  {
    name: '10-manage-orders-every-state',
    as: 'admin',
    open: async (page) => {
      await change<Order[]>(page, LIST, inEveryState);
      await open(page);
    },
  },
  {
    name: '10-manage-orders-delete',
    as: 'admin',
    open: async (page) => {
      await open(page);
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('alertdialog', { name: 'Delete this order?' }).waitFor();
    },
  },
  {
    name: '10-manage-orders-ship-failed',
    as: 'admin',
    open: async (page) => {
      await drop(page, /^\/manageOrder\/.+/);
      await open(page);
      await page
        .getByRole('button', { name: /^Mark shipped/ })
        .first()
        .click();
      await page.getByText('The shop cannot be reached.').waitFor();
    },
  },
  {
    name: '10-manage-orders-nothing-found',
    as: 'admin',
    open: async (page) => {
      await page.goto('/dashboard/manageAllOrders?search=nothing+like+this');
      await page.getByRole('heading', { name: 'No order found' }).waitFor();
    },
  },
  {
    name: '10-manage-orders-empty',
    as: 'admin',
    open: async (page) => {
      await change<Order[]>(page, LIST, () => []);
      await page.goto('/dashboard/manageAllOrders');
      await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    },
  },
  {
    name: '10-manage-orders-loading',
    as: 'admin',
    open: async (page) => {
      await hold(page, LIST);
      await page.goto('/dashboard/manageAllOrders');
      await page.locator('main [aria-busy=true]').first().waitFor();
    },
  },
  {
    name: '10-manage-orders-failed',
    as: 'admin',
    open: async (page) => {
      await fail(page, LIST);
      await page.goto('/dashboard/manageAllOrders');
      await page.getByRole('heading', { name: 'The orders did not load' }).waitFor();
    },
  },
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/manageAllOrders');
  await listed(page);
}
